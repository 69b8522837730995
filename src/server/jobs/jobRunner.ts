import { sql } from 'kysely';
import { viewerOfApp } from '#server/auth/applications.ts';
import { viewerOfUser } from '#server/auth/userViewer.ts';
import { log } from '#server/core/log.ts';
import { Problem } from '#server/core/problem.ts';
import { withSmallHeap } from '#server/core/process/memory.ts';
import { isDiskFull } from '#server/core/retry.ts';
import { system, type Viewer } from '#server/core/viewer.ts';
import { type Db, db, onPool } from '#server/db/db.ts';
import { withPartitions } from '#server/db/partitions.ts';
import { wake } from '#server/db/wake.ts';
import { diskFullMessage } from '#server/files/disk.ts';
import {
  emitJobEvent,
  JobCancelled,
  JobInterrupted,
  type JobKind,
  type JobResult,
  type JobState,
  type RunningJob,
} from './jobs.ts';
import { logRun } from './scheduleLog.ts';

interface JobRow {
  id: string;
  kind: string;
  title: string;
  state: JobState;
  input: Record<string, unknown>;
  result: Record<string, unknown>;
  owner_id: string | null;
  app_id: string | null;
  trace_id: string;
  attempts: number;
  cancel_asked: boolean;
}

/** Minimum interval between progress events, ms. */
const emitEveryMs = 700;
/** Maximum problems stored on the job row; the error workbook has all. */
const maxErrors = 200;

/** Claims the job in one statement, so that no two workers run it; null if it is already over. */
async function claimJob(id: string): Promise<JobRow | null> {
  const [row] = await db.returning(sql<JobRow>`
    update job set state = 'running', attempts = attempts + 1, started_at = coalesce(started_at, clock_timestamp()), updated_at = clock_timestamp()
    where id = ${id} and state in ('waiting', 'running')
    returning id::text, kind, title, state, input, result, owner_id::text, app_id::text, trace_id, attempts, cancel_asked`);
  return row ?? null;
}

async function settle(row: JobRow, state: JobState, outcome: Partial<JobResult>): Promise<void> {
  await withPartitions(() => db.transaction((tx) => settleIn(tx, row, state, outcome)));
  wake.publish('event');
}

/** Condition that an application may not have the result: the job, or its reach, was taken from it meanwhile. */
const withdrawn = sql`(app_id is not null and cancel_asked)`;

async function settleIn(tx: Db, row: JobRow, state: JobState, outcome: Partial<JobResult>): Promise<void> {
  const late = sql`${withdrawn} and ${state} = 'done'`;
  await sql`
      update job set state = case when ${late} then 'cancelled' else ${state} end, message = case when ${late} then '已取消' else ${outcome.message ?? null} end,
        file_id = case when not ${withdrawn} then coalesce(${outcome.fileId ?? null}::bigint, file_id) end,
        error_file_id = case when not ${withdrawn} then coalesce(${outcome.errorFileId ?? null}::bigint, error_file_id) end,
        errors = case when ${withdrawn} then errors else coalesce(${outcome.errors ? JSON.stringify(outcome.errors.slice(0, maxErrors)) : null}::jsonb, errors) end,
        result = case when ${withdrawn} then result else result || ${JSON.stringify(outcome.result ?? {})}::jsonb end,
        finished_at = clock_timestamp(), updated_at = clock_timestamp(),
        done = case when ${state} = 'done' and not ${withdrawn} then coalesce(total, done) else done end
      where id = ${row.id}`.execute(tx);
  await emitJobEvent(tx, row.id, row.owner_id, 'changed');
}

/**
 * Returns the progress function: updates the row, sends an event at most every `emitEveryMs` ms, throws if the job must
 * end.
 */
function stepper(row: JobRow, stopping: () => boolean): RunningJob['progress'] {
  let emittedAt = 0;
  return async (done, total) => {
    if (stopping()) throw new JobInterrupted();
    const [job] = await db.returning(sql<{ cancel_asked: boolean }>`
      update job set done = ${done}, total = coalesce(${total ?? null}::int, total), updated_at = clock_timestamp()
      where id = ${row.id} returning cancel_asked`);
    if (job?.cancel_asked) throw new JobCancelled();
    if (Date.now() - emittedAt < emitEveryMs) return;
    emittedAt = Date.now();
    await withPartitions(() => emitJobEvent(db, row.id, row.owner_id, 'changed'));
    wake.publish('event');
  };
}

function reasonOf(error: unknown, trace: string | null): string {
  if (isDiskFull(error)) return diskFullMessage;
  if (error instanceof Problem) return error.message;
  return `任务出错，没有完成。请稍后重试，仍不行请把追踪号 ${trace} 告诉管理员`;
}

/** Returns the reason to refuse the run, or null. */
function refusal(row: JobRow, kind: JobKind | undefined): string | null {
  if (!kind) return '这类任务已不再支持';
  const restartable = typeof kind.restartable === 'boolean' ? kind.restartable : kind.restartable(row.input);
  if (row.attempts > 1 && !restartable) return '服务在任务进行中重启，任务没有完成，请重新发起';
  return row.attempts > 2 ? '服务两次在任务进行中停止，不再重试；请先告诉管理员，再重新发起' : null;
}

/** Returns the job with its owner or application as viewer; null if that is disabled or deleted. */
async function jobOfOwner(row: JobRow, stopping: () => boolean): Promise<RunningJob | null> {
  const viewer =
    row.app_id === null
      ? await viewerOfUser(row.owner_id ?? '0', row.trace_id)
      : await viewerOfApp(row.app_id, row.trace_id);
  return viewer && jobFor(row, viewer, stopping);
}

function jobFor(row: JobRow, viewer: Viewer, stopping: () => boolean): RunningJob {
  const { id, kind, title, input, result } = row;
  return { id, kind, title, input, result, viewer, progress: stepper(row, stopping) };
}

async function runTaken(row: JobRow, kind: JobKind, stopping: () => boolean): Promise<void> {
  const job = await jobOfOwner(row, stopping);
  if (!job)
    throw new Problem(403, await unrun(row, kind, row.app_id === null ? '发起人的账号已停用' : '发起的应用已停用'));
  const outcome = await withSmallHeap(() => kind.run(job));
  await settle(row, 'done', outcome);
}

/**
 * Cleans up earlier runs of a job that will not run, as the owner or, if disabled, as the system; returns the reason
 * with the cleanup's note.
 */
async function unrun(row: JobRow, kind: JobKind | undefined, reason: string): Promise<string> {
  const never = () => false;
  const cleanupNote = await kind?.cleanUp?.((await jobOfOwner(row, never)) ?? jobFor(row, system(row.trace_id), never));
  return cleanupNote ? `${reason}。${cleanupNote}` : reason;
}

/**
 * Runs one job to its end and logs the run in the schedule log. Throws only if this node stops: the queue then gives
 * the job to another worker.
 */
export function runJob(id: string, kinds: ReadonlyMap<string, JobKind>, stopping: () => boolean): Promise<void> {
  return onPool('report', () => runToEnd(id, kinds, stopping));
}

async function runToEnd(id: string, kinds: ReadonlyMap<string, JobKind>, stopping: () => boolean): Promise<void> {
  const row = await claimJob(id);
  if (!row) return;
  const started = new Date();
  const kind = kinds.get(row.kind);
  const refused = refusal(row, kind);
  try {
    if (row.cancel_asked) throw new JobCancelled(await unrun(row, kind, '已取消'));
    if (refused || !kind) throw new Problem(409, await unrun(row, kind, refused ?? ''));
    await runTaken(row, kind, stopping);
    await logRun({ name: row.kind, title: row.title }, started, null, null);
  } catch (error) {
    if (error instanceof JobInterrupted) {
      await sql`update job set state = 'waiting', attempts = attempts - 1, updated_at = clock_timestamp() where id = ${id}`.execute(
        db,
      );
      throw error;
    }
    if (error instanceof JobCancelled) return settle(row, 'cancelled', { message: error.message });
    if (!(error instanceof Problem)) log.error({ err: error, job: row.kind, trace: row.trace_id }, 'job failed');
    const message = reasonOf(error, row.trace_id);
    await settle(row, 'failed', { message });
    await logRun({ name: row.kind, title: row.title }, started, null, message);
  }
}
