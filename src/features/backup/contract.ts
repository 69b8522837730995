import { Id, Instant, list, NoData, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';

const see = 'backup:list';
const make = 'backup:start';

/** States of a backup. */
export const backupStates = {
  waiting: '等待开始',
  running: '进行中',
  done: '完好',
  failed: '失败',
  cancelled: '已取消',
} as const;
const Bytes = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const causes = ['schedule', 'person', 'command'] as const;

export const backupApi = {
  getBackupList: list('/api/backup/getBackupList', {
    title: '备份记录',
    permission: see,
    filters: {},
    sort: ['createdAt'],
    row: strict({
      id: Id,
      createdAt: Instant,
      startedAt: nullable(Instant),
      finishedAt: nullable(Instant),
      cause: Type.Enum([...causes]),
      byName: nullable(Type.String()),
      state: Type.Enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
      /** False: files and keys only. */
      withDatabase: Type.Boolean(),
      /** Processed bytes; each byte is processed twice. */
      done: Bytes,
      total: nullable(Bytes),
      folder: nullable(Type.String()),
      file: nullable(Type.String()),
      size: nullable(Bytes),
      reason: nullable(Type.String()),
      /** Time when the file was removed or found missing. */
      goneAt: nullable(Instant),
    }),
  }),
  getBackupState: post('/api/backup/getBackupState', {
    title: '备份状况',
    permission: see,
    change: false,
    input: {},
    output: strict({
      /** Null: BACKUP_DIR is not set, no scheduled backups. */
      folder: nullable(Type.String()),
      withDatabase: Type.Boolean(),
      keep: Type.Integer(),
      maxAgeHours: Type.Integer(),
      lastGoodAt: nullable(Instant),
      nextAt: nullable(Instant),
      overdue: Type.Boolean(),
      underWay: Type.Boolean(),
    }),
  }),
  startBackup: post('/api/backup/startBackup', {
    title: '立即备份',
    permission: make,
    input: {},
    output: strict({ id: Id }),
  }),
  cancelBackup: post('/api/backup/cancelBackup', {
    title: '取消备份',
    permission: make,
    input: { id: Id },
    output: NoData,
  }),
};

/** Copies of the whole product; shown on the log page (`/system/cmd_log?tab=backup`). */
export const feature: Feature = { title: '数据备份', endpoints: backupApi, screens: [] };
