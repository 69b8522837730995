// job: jobs that the server works on, and how far they are.

import { useEffect, useSyncExternalStore } from 'react';
import { type JobRow, jobApi } from '#shared/job.ts';
import { callListApi } from '#web/api/request.ts';
import { session } from '#web/api/session.ts';
import { events, liveState, resets, stateChanges } from '#web/live/client.ts';
import type { LiveEvent } from '#web/live/protocol.ts';

/** How often a job that is under way is looked at while no stream tells of it, ms. */
const pollMs = 1500;
const maxShown = 20;

let jobs: readonly JobRow[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

const isUnderWay = ({ state }: JobRow) => state === 'waiting' || state === 'running';

/** The list with a job as the stream tells it: newest first, no more than are shown. */
export function withJob(rows: readonly JobRow[], row: JobRow): JobRow[] {
  const others = rows.filter(({ id }) => id !== row.id);
  return [row, ...others].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1)).slice(0, maxShown);
}

function show(next: readonly JobRow[]): void {
  jobs = next;
  for (const listener of listeners) listener();
  pollLater();
}

async function poll(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  if (!session().token) return;
  try {
    show((await callListApi(jobApi.getJobList, { limit: maxShown })).rows);
  } catch {
    // The next look tries again; the list stays as it was.
    pollLater();
  }
}

/** While the stream is there it tells of each change by itself. */
function pollLater(): void {
  if (liveState().state === 'live' || listeners.size === 0 || !jobs.some(isUnderWay)) return;
  timer ??= setTimeout(() => void poll(), pollMs);
}

function hear(event: LiveEvent): void {
  if ('job' in event && event.job) show(withJob(jobs, event.job as JobRow));
}

/** Reads one's jobs anew: after a job was started, and when the list of jobs is opened. */
export function refreshJobs(): void {
  void poll();
}

let deaf: (() => void)[] = [];

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) deaf = [events.on(hear), resets.on(refreshJobs), stateChanges.on(pollLater)];
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    for (const end of deaf) end();
    clearTimeout(timer);
    timer = undefined;
  };
}

/** One's newest jobs, as the stream tells of them; looked at again and again while one is under way and the stream is down. */
export function useJobs(): { jobs: readonly JobRow[]; underWay: number } {
  const shown = useSyncExternalStore(subscribe, () => jobs);
  useEffect(refreshJobs, []);
  return { jobs: shown, underWay: shown.filter(isUnderWay).length };
}
