// jobs: work outside requests: queue, schedule, leases.

import { sql } from 'kysely';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { writeEvents } from '#server/db/events.ts';
import { wake } from '#server/db/wake.ts';
import { requireDiskSpace } from '#server/files/disk.ts';

export type JobState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

/** Problem of a cell; `row`: number in the spreadsheet, `column`: its heading. */
export interface RowProblem {
  row: number;
  column: string;
  msg: string;
}

/** Result of a finished job. `message` is one Chinese sentence. */
export interface JobResult {
  message: string;
  fileId?: string | null;
  errorFileId?: string | null;
  errors?: RowProblem[];
  result?: Record<string, unknown>;
}

/** A running job. */
export interface RunningJob {
  id: string;
  kind: string;
  title: string;
  input: Record<string, unknown>;
  /** Results of earlier phases of the job. */
  result: Record<string, unknown>;
  /** The owner or the application, with current permissions. */
  viewer: Viewer;
  /**
   * Call between batches: saves the progress and notifies the page. Throws if the job is cancelled or the node stops;
   * committed batches stay.
   */
  progress(done: number, total?: number): Promise<void>;
}

/** A kind of job: an item of a feature's extension `jobs`. */
export interface JobKind {
  kind: string;
  /**
   * True if it may run again from its start after a restart; otherwise it fails with a message. Must be false for
   * uploaded files: the file may have crashed the process.
   */
  restartable: boolean | ((input: Record<string, unknown>) => boolean);
  run(job: RunningJob): Promise<JobResult>;
  /** Called for a job that ends without another run: cleans up earlier runs and returns a clause about what remains. */
  cleanUp?(job: RunningJob): Promise<string | null>;
}

declare module '#server/feature/manifest.ts' {
  interface FeatureExtensions {
    jobs: JobKind[];
  }
}

/** Thrown by `progress` after a cancellation; a kind that leaves data throws its own with a message about it. */
export class JobCancelled extends Error {
  constructor(message = '已取消') {
    super(message);
  }
}
/** Thrown by `progress` when this node stops; another node continues the job. */
export class JobInterrupted extends Error {}

type Queue = (tx: Db, jobId: string) => Promise<void>;
let enqueue: Queue = async () => {
  throw new Error('the job queue is not open');
};

/** Sets the function that queues a job. */
export function setJobQueue(queue: Queue): void {
  enqueue = queue;
}

interface NewJob {
  kind: string;
  title: string;
  input: Record<string, unknown>;
  total?: number | null;
}

/** Returns whose job the viewer starts: a user's, or an application's without a person. */
function ownerOf({ kind, userId, bearerId }: Viewer): { ownerId: string | null; appId: string | null } {
  if (kind === 'family' || kind === 'display') throw new Error(`a ${kind} key starts no job`);
  return kind === 'app' ? { ownerId: null, appId: bearerId } : { ownerId: userId, appId: null };
}

/**
 * Creates a job for the viewer in the caller's transaction and returns its id; it starts after the commit. 507 if the
 * disk is nearly full.
 */
export async function startJob(tx: Db, viewer: Viewer, job: NewJob): Promise<string> {
  await requireDiskSpace();
  const { ownerId, appId } = ownerOf(viewer);
  const [row] = await tx.returning(sql<{ id: string }>`
    insert into job (kind, title, input, total, owner_id, app_id, trace_id)
    values (${job.kind}, ${job.title}, ${JSON.stringify(job.input)}::jsonb, ${job.total ?? null}, ${ownerId}, ${appId}, ${viewer.traceId})
    returning id::text`);
  const id = row?.id ?? '';
  await enqueue(tx, id);
  await emitJobEvent(tx, id, ownerId, 'created');
  return id;
}

/** Requeues an ended job for its next phase (preview, then import, then undo), in the caller's transaction. */
export async function continueJob(tx: Db, viewer: Viewer, id: string, input: Record<string, unknown>): Promise<void> {
  await requireDiskSpace();
  await sql`
    update job set state = 'waiting', input = input || ${JSON.stringify(input)}::jsonb, done = 0, message = null, attempts = 0, cancel_asked = false,
      finished_at = null, trace_id = ${viewer.traceId}, updated_at = clock_timestamp() where id = ${id}`.execute(tx);
  await enqueue(tx, id);
  await emitJobEvent(tx, id, ownerOf(viewer).ownerId, 'changed');
}

/** Emits progress or end of a job, to its owner only; an application has no stream. */
export async function emitJobEvent(
  tx: Db,
  id: string,
  ownerId: string | null,
  kind: 'created' | 'changed',
): Promise<void> {
  if (ownerId === null) return;
  await writeEvents(tx, [{ topic: 'job', kind, permission: 'own', departmentId: '0', projectId: '0', ownerId, id }]);
}

/**
 * Ends the jobs of an application, in the caller's transaction: waiting ones at once, running ones between two batches.
 * What they made is no longer the application's.
 */
export async function endAppJobs(tx: Db, appId: string, message: string): Promise<void> {
  await sql`
    update job set cancel_asked = true, file_id = null, error_file_id = null, result = '{}', errors = '[]', updated_at = clock_timestamp(),
      state = case when state = 'waiting' then 'cancelled' else state end, message = case when state = 'waiting' then ${message} else message end,
      finished_at = case when state = 'waiting' then clock_timestamp() else finished_at end
    where app_id = ${appId}`.execute(tx);
}

/** Wakes workers and streams; call after the commit of `startJob` or `continueJob`. */
export function wakeJobs(): void {
  wake.publish('job');
  wake.publish('event');
}

const ended = new Set<string>(['done', 'failed', 'cancelled']);

/** Waits until the job has ended, at most `ms`; returns its state. */
export async function waitForJob(id: string, ms: number): Promise<JobState> {
  const until = Date.now() + ms;
  for (;;) {
    const row = await db.selectFrom('job').select('state').where('id', '=', id).executeTakeFirst();
    const state = row?.state ?? 'failed';
    if (ended.has(state) || Date.now() >= until) return state;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
