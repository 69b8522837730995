import { expect, test } from 'vitest';
import type { JobRow } from '#shared/contract/job.ts';
import { withJob } from './jobs.ts';

const job = (id: number, state: JobRow['state'] = 'running') =>
  ({ id: String(id), state, createdAt: new Date(id * 1000).toISOString() }) as JobRow;

test('a job that the stream tells of takes its place in the list, newest first', () => {
  expect(withJob([job(3), job(1)], job(2)).map(({ id }) => id)).toEqual(['3', '2', '1']);
});

test('a change of a job replaces what was known of it', () => {
  expect(withJob([job(2), job(1)], job(1, 'done'))).toEqual([job(2), job(1, 'done')]);
});

test('no more jobs are kept than are shown', () => {
  const existing = Array.from({ length: 20 }, (_none, index) => job(20 - index));
  const next = withJob(existing, job(21));
  expect(next).toHaveLength(20);
  expect(next[0]?.id).toBe('21');
});
