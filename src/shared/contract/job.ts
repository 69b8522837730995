import { type Static, Type } from '#shared/typebox.ts';
import { keysOf } from '../codes.ts';
import { Id, Instant, list, NoData, nullable, post, strict } from '../endpoint.ts';

/** States of a job (names.md) with their labels. */
export const jobStates = {
  waiting: '排队中',
  running: '进行中',
  done: '已完成',
  failed: '失败',
  cancelled: '已取消',
} as const;

/** A job as its owner, or its application, sees it. */
export const JobRow = strict({
  id: Id,
  kind: Type.String(),
  title: Type.String(),
  state: Type.Enum(keysOf(jobStates)),
  done: Type.Integer(),
  /** Null until it is known. */
  total: nullable(Type.Integer()),
  message: nullable(Type.String()),
  fileId: nullable(Id),
  errorFileId: nullable(Id),
  /** The first problems of the rows; the error workbook has all. */
  errors: Type.Array(strict({ row: Type.Integer(), column: Type.String(), msg: Type.String() })),
  /** Results of the phases: counts of an import, rows that an undo refused. */
  result: Type.Record(Type.String(), Type.Unknown()),
  /** Null: the job of an application. */
  ownerId: nullable(Id),
  appId: nullable(Id),
  ownerName: nullable(Type.String()),
  traceId: Type.String(),
  createdAt: Instant,
  startedAt: nullable(Instant),
  finishedAt: nullable(Instant),
});

export type JobRow = Static<typeof JobRow>;

/** Endpoints behind the jobs in the header; shared, as every export and import shows its job. */
export const jobApi = {
  getJob: post('/api/job/getJob', {
    title: '任务详情',
    permission: 'login',
    alsoFor: ['app'],
    change: false,
    input: { id: Id },
    output: JobRow,
  }),
  getJobList: list('/api/job/getJobList', {
    title: '任务列表',
    permission: 'login',
    alsoFor: ['app'],
    filters: {
      state: Type.Optional(Type.Array(Type.Enum(keysOf(jobStates)), { maxItems: 5, title: '状态' })),
      kind: Type.Optional(Type.String({ maxLength: 30, title: '类别' })),
      /** Jobs of all users, for administrators; jobs of the applications that the user administers. */
      everybody: Type.Optional(Type.Boolean({ title: '所有人的任务' })),
    },
    sort: ['createdAt'],
    row: JobRow,
  }),
  cancelJob: post('/api/job/cancelJob', {
    title: '取消任务',
    permission: 'login',
    alsoFor: ['app'],
    input: { id: Id },
    output: NoData,
  }),
};
