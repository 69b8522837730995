import { useEffect, useSyncExternalStore } from 'react';
import { type JobRow, jobApi } from '#shared/job.ts';
import { callList } from './request.ts';
import { session } from './session.ts';

/** How often a job that is under way is looked at, ms. */
const lookEvery = 1500;
const mostShown = 20;

let jobs: readonly JobRow[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

const isUnderWay = ({ state }: JobRow) => state === 'waiting' || state === 'running';

async function look(): Promise<void> {
  clearTimeout(timer);
  if (!session().token) return;
  try {
    const { rows } = await callList(jobApi.getJobList, { limit: mostShown });
    jobs = rows;
    for (const listener of listeners) listener();
  } catch {
    // The next look tries again; the list stays as it was.
  }
  if (listeners.size > 0 && jobs.some(isUnderWay)) timer = setTimeout(() => void look(), lookEvery);
}

/** Reads one's jobs anew: after a job was started, and when the list of jobs is opened. */
export function refreshJobs(): void {
  void look();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearTimeout(timer);
  };
}

/** One's newest jobs; looked at again and again while one is under way. */
export function useJobs(): { jobs: readonly JobRow[]; underWay: number } {
  const shown = useSyncExternalStore(subscribe, () => jobs);
  useEffect(refreshJobs, []);
  return { jobs: shown, underWay: shown.filter(isUnderWay).length };
}
