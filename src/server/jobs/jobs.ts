// jobs: work beside the requests: queue, schedule, leases.

import { sql } from 'kysely';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { writeEvents } from '#server/db/events.ts';
import { wake } from '#server/db/wake.ts';
import { requireDiskSpace } from '#server/files/disk.ts';

export type JobState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

/** A problem of one cell; `row` as the spreadsheet numbers it, `column` its heading. */
export interface RowProblem {
  row: number;
  column: string;
  msg: string;
}

/** What a finished job leaves. `message` is one Chinese sentence. */
export interface JobResult {
  message: string;
  fileId?: string | null;
  errorFileId?: string | null;
  errors?: RowProblem[];
  result?: Record<string, unknown>;
}

/** A job in hand. */
export interface RunningJob {
  id: string;
  kind: string;
  title: string;
  input: Record<string, unknown>;
  /** What earlier phases of the job left. */
  result: Record<string, unknown>;
  /** The person who asked, with the rights that they have now. */
  viewer: Viewer;
  /**
   * Between two batches: writes the progress and tells the page. Throws when the job was cancelled or the node stops;
   * what is committed until then stays.
   */
  progress(done: number, total?: number): Promise<void>;
}

/** A kind of job, one of a feature's part `jobs`. */
export interface JobKind {
  kind: string;
  /**
   * After a restart: true when running it again from its start does no harm, else it fails and says so. What reads a file
   * from outside is not run again either: the file may have been what ended the process.
   */
  restartable: boolean | ((input: Record<string, unknown>) => boolean);
  run(job: RunningJob): Promise<JobResult>;
  /** Of a job that ends without being run again: sets right what an earlier run left, and says in half a sentence what stands. */
  cleanUp?(job: RunningJob): Promise<string | null>;
}

declare module '#server/feature/manifest.ts' {
  interface FeatureExtensions {
    jobs: JobKind[];
  }
}

/** Thrown by `step` when somebody cancelled the job; a kind that leaves something says what stands by throwing its own. */
export class JobCancelled extends Error {
  constructor(message = '已取消') {
    super(message);
  }
}
/** Thrown by `step` when this node stops; another one goes on. */
export class JobInterrupted extends Error {}

type Queue = (tx: Db, jobId: string) => Promise<void>;
let enqueue: Queue = async () => {
  throw new Error('the job queue is not open');
};

/** The queue says how a job reaches a worker. */
export function setJobQueue(queue: Queue): void {
  enqueue = queue;
}

interface NewJob {
  kind: string;
  title: string;
  input: Record<string, unknown>;
  total?: number | null;
}

/** Enters a job for the viewer in the caller's transaction; a worker takes it after the commit. Answers its id; 507 while the disk is nearly full. */
export async function startJob(tx: Db, viewer: Viewer, job: NewJob): Promise<string> {
  await requireDiskSpace();
  const { rows } = await sql<{ id: string }>`
    insert into job (kind, title, input, total, owner_id, trace_id)
    values (${job.kind}, ${job.title}, ${JSON.stringify(job.input)}::jsonb, ${job.total ?? null}, ${viewer.userId}, ${viewer.traceId})
    returning id::text`.execute(tx);
  const id = rows[0]?.id ?? '';
  await enqueue(tx, id);
  await emitJobEvent(tx, id, viewer.userId, 'created');
  return id;
}

/** Sends a job that has ended into its next phase (preview, then import, then undo), in the caller's transaction. */
export async function continueJob(tx: Db, viewer: Viewer, id: string, input: Record<string, unknown>): Promise<void> {
  await requireDiskSpace();
  await sql`
    update job set state = 'waiting', input = input || ${JSON.stringify(input)}::jsonb, done = 0, message = null, attempts = 0, cancel_asked = false,
      finished_at = null, trace_id = ${viewer.traceId}, updated_at = clock_timestamp() where id = ${id}`.execute(tx);
  await enqueue(tx, id);
  await emitJobEvent(tx, id, viewer.userId, 'changed');
}

/** Progress and end of a job go to its owner only. */
export async function emitJobEvent(tx: Db, id: string, ownerId: string, kind: 'created' | 'changed'): Promise<void> {
  await writeEvents(tx, [{ topic: 'job', kind, permission: 'own', departmentId: '0', projectId: '0', ownerId, id }]);
}

/** After the commit of `startJob` or `continueJob`: workers and streams look at once instead of at their next turn. */
export function wakeJobs(): void {
  wake.publish('job');
  wake.publish('event');
}

const ended = new Set<string>(['done', 'failed', 'cancelled']);

/** Waits until the job has ended, at most `ms`; answers its state then. */
export async function waitForJob(id: string, ms: number): Promise<JobState> {
  const until = Date.now() + ms;
  for (;;) {
    const { rows } = await sql<{ state: JobState }>`select state from job where id = ${id}`.execute(db);
    const state = rows[0]?.state ?? 'failed';
    if (ended.has(state) || Date.now() >= until) return state;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
