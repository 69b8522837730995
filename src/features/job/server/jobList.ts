import { type RawBuilder, sql } from 'kysely';
import { administeredApps } from '#server/auth/applications.ts';
import { notFound, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { contains, equals, oneOf } from '#server/db/filter.ts';
import { countOf, limitsOf, logOrder } from '#server/db/paging.ts';
import { and, any, bigints } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import { emitJobEvent } from '#server/jobs/jobs.ts';
import type { jobApi } from '#shared/contract/job.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';

type Row = OutputOf<typeof jobApi.getJob>;

/** Days that jobs are kept; exported files are kept for one day. */
const retentionDays = 30;

const columns = sql`j.id::text, j.kind, j.title, j.state, j.done, j.total, j.message, j.errors, j.result, j.owner_id::text as "ownerId", j.app_id::text as "appId", u.name as "ownerName",
  j.trace_id as "traceId", j.created_at as "createdAt", j.started_at as "startedAt", j.finished_at as "finishedAt"`;

/** Returns rows of jobs; expired files are left out. */
async function select(where: RawBuilder<unknown>, tail = sql``): Promise<Row[]> {
  return db.rows(sql<Row>`select ${columns},
      (select f.id from file f where f.id = j.file_id and f.deleted_at is null and (f.expires_at is null or f.expires_at > now()))::text as "fileId",
      (select f.id from file f where f.id = j.error_file_id and f.deleted_at is null and (f.expires_at is null or f.expires_at > now()))::text as "errorFileId"
      from job j left join "user" u on u.id = j.owner_id where ${where} ${tail}`);
}

/** Returns jobs by id, for their owner's stream. */
export async function jobRows(ids: string[]): Promise<Row[]> {
  return ids.length === 0 ? [] : select(sql`j.id = any(${ids}::bigint[])`);
}

/**
 * Returns the condition for the jobs of the viewer, a user or an application; with `everybody` also for those of all
 * users (administrators) and of the applications that the viewer administers.
 */
async function visible(viewer: Viewer, everybody: boolean): Promise<RawBuilder<unknown>> {
  if (viewer.kind === 'app') return sql`j.app_id = ${viewer.bearerId}`;
  const own = sql`j.owner_id = ${viewer.userId}`;
  if (!everybody) return own;
  const apps = await administeredApps(viewer, 'app:list');
  const users = viewer.endpoints === null ? sql`j.owner_id is not null` : own;
  return sql`(${users} or j.app_id = any(${bigints(apps)}))`;
}

/** Returns a job of the viewer, of any user for an administrator, of an application for who administers it; else 404. */
export async function getJob(viewer: Viewer, { id }: InputOf<typeof jobApi.getJob>): Promise<Row> {
  const [row] = await select(sql`j.id = ${id} and ${await visible(viewer, true)}`);
  if (!row) throw notFound('任务');
  return row;
}

/** Lists jobs, newest first. */
export async function getJobList(viewer: Viewer, input: InputOf<typeof jobApi.getJobList>): Promise<Paged<Row>> {
  const where = and(
    await visible(viewer, input.everybody ?? false),
    oneOf(sql`j.state`, input.state),
    equals(sql`j.kind`, input.kind),
    contains([sql`j.title`], input.keyword),
  );
  const { limit, offset } = limitsOf(input);
  const order = logOrder(input.sort, { createdAt: sql`j.created_at` }, sql`j.id`, 'createdAt');
  const [rows, count] = await Promise.all([
    select(where, sql`order by ${order} limit ${limit} offset ${offset}`),
    countOf(sql`select 1 from job j where ${where}`),
  ]);
  return { rows, count };
}

/**
 * Cancels a job: a waiting one at once, a running one between two batches; written rows stay. Drops an import that
 * waits for its owner's confirmation. 409 when the job has ended.
 */
export async function cancelJob(viewer: Viewer, { id }: InputOf<typeof jobApi.cancelJob>): Promise<null> {
  const { appId } = await getJob(viewer, { id });
  if (appId !== null && viewer.kind !== 'app' && !(await administeredApps(viewer, 'app:edit')).includes(appId))
    throw new Problem(403, '应用的任务由编辑这个应用的人取消');
  return command(viewer, async ({ tx }) => {
    const [row] = await tx.returning(sql<{ owner_id: string | null; state: string }>`
      update job set cancel_asked = true, state = case when state = 'running' then state else 'cancelled' end,
        message = case state when 'waiting' then '已取消' when 'done' then '已放弃，没有写入任何行' else message end,
        result = case when state = 'done' then jsonb_set(result, '{phase}', '"dropped"') else result end,
        finished_at = case when state = 'running' then null else clock_timestamp() end, updated_at = clock_timestamp()
      where id = ${id} and (state in ('waiting', 'running') or (state = 'done' and result ->> 'phase' = 'preview'))
      returning owner_id::text, state`);
    if (!row) throw new Problem(409, '任务已经结束，不能取消');
    await emitJobEvent(tx, id, row.owner_id, 'changed');
    return null;
  });
}

/** Deletes expired jobs with their import rows; the command log keeps their actions. */
export async function trimJobs(): Promise<number> {
  const rows = await db
    .selectFrom('job')
    .select('id')
    .where('createdAt', '<', sql<string>`now() - make_interval(days => ${retentionDays})`)
    .where('state', 'in', ['done', 'failed', 'cancelled'])
    .limit(500)
    .execute();
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return 0;
  await db.deleteFrom('importRow').where('jobId', '=', any(ids)).execute();
  await db.deleteFrom('job').where('id', '=', any(ids)).execute();
  return ids.length;
}
