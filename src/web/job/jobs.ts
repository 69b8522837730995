// job: jobs of the server, and their progress.

import { useEffect, useSyncExternalStore } from 'react';
import { type JobRow, jobApi } from '#shared/contract/job.ts';
import { callListApi } from '#web/api/request.ts';
import { session } from '#web/api/session.ts';
import { events, liveState, resets, stateChanges } from '#web/live/client.ts';
import type { LiveEvent } from '#web/live/protocol.ts';

/** Poll interval of a running job without the live stream, ms. */
const pollMs = 1500;
const maxShown = 20;

let jobs: readonly JobRow[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

const isUnderWay = ({ state }: JobRow) => state === 'waiting' || state === 'running';

/** Merges a job from the stream into the list: newest first, at the display limit. */
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
    // The next poll tries again; the list is unchanged.
    pollLater();
  }
}

/** Polls unless the stream is connected, which sends every change. */
function pollLater(): void {
  if (liveState().state === 'live' || listeners.size === 0 || !jobs.some(isUnderWay)) return;
  timer ??= setTimeout(() => void poll(), pollMs);
}

function hear(event: LiveEvent): void {
  if ('job' in event && event.job) show(withJob(jobs, event.job as JobRow));
}

/** Reads the viewer's jobs again: after a job was started, and when the list of jobs is opened. */
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

/** Returns the viewer's newest jobs from the stream; polled while a job runs and the stream is down. */
export function useJobs(): { jobs: readonly JobRow[]; underWay: number } {
  const shown = useSyncExternalStore(subscribe, () => jobs);
  useEffect(refreshJobs, []);
  return { jobs: shown, underWay: shown.filter(isUnderWay).length };
}
