import { type backupApi, backupStates } from '#features/backup/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { duration, fullTime, listTime } from '#web/data/format.ts';
import { fileSize } from '#web/file/fileSize.ts';
import type { ColumnOf } from '#web/table/types.ts';

export type BackupRow = OutputOf<typeof backupApi.getBackupList>;

const causes = { schedule: '定时', person: '人工', command: '命令行' } as const;

function seconds({ startedAt, finishedAt }: BackupRow): number | undefined {
  if (!startedAt || !finishedAt) return undefined;
  return Math.round((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000);
}

const shades: Readonly<Record<string, string>> = {
  done: 'backup-state text-success',
  failed: 'backup-state text-level1-text',
  running: 'backup-state text-primary-text',
};

/** Shows 完好, 失败 …; the progress of a running backup. */
function State({ row }: { row: BackupRow }) {
  const { state, done, total, goneAt } = row;
  const fileRemoved = state === 'done' && goneAt !== null;
  const percent = state === 'running' && total ? ` ${Math.min(99, Math.floor((done / total) * 100))}%` : '';
  return (
    <span className={shades[fileRemoved ? 'gone' : state] ?? 'text-text3'}>
      {fileRemoved ? '文件已不在' : `${backupStates[state]}${percent}`}
    </span>
  );
}

export const columns: ColumnOf<typeof backupApi.getBackupList>[] = [
  {
    key: 'createdAt',
    title: '时间',
    width: 132,
    fixed: 'left',
    sort: true,
    render: ({ createdAt }) => (
      <time dateTime={createdAt} title={fullTime(createdAt)}>
        {listTime(createdAt)}
      </time>
    ),
  },
  { key: 'state', title: '结果', width: 120, noTooltip: true, render: (row) => <State row={row} /> },
  { key: 'cause', title: '方式', width: 120, render: ({ cause, byName }) => byName ?? causes[cause] },
  {
    key: 'size',
    title: '大小',
    width: 96,
    align: 'right',
    render: ({ size }) => (size === null ? undefined : fileSize(size)),
  },
  {
    key: 'duration',
    title: '用时',
    width: 104,
    align: 'right',
    render: (row) => {
      const elapsed = seconds(row);
      return elapsed === undefined ? undefined : duration(elapsed);
    },
  },
  {
    key: 'withDatabase',
    title: '内容',
    width: 168,
    render: (row) => (row.withDatabase ? '数据库、文件和密钥' : '文件和密钥'),
  },
  { key: 'reason', title: '说明', width: 320, render: ({ reason, file }) => reason ?? file ?? undefined },
];
