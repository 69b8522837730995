import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aUser } from '#server/testing/rows.ts';
import { jobApi } from '#shared/contract/job.ts';
import { runJob } from './jobRunner.ts';
import { JobInterrupted, type JobKind } from './jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

/** Returns a job kind that counts to three and reports progress. */
function counting(again: JobKind['restartable'], between: () => Promise<unknown> = async () => undefined): JobKind {
  return {
    kind: 'count',
    restartable: again,
    async run({ progress: step }) {
      for (let done = 1; done <= 3; done += 1) {
        await step(done, 3);
        await between();
      }
      return { message: '数完了' };
    },
  };
}

/** Inserts a job of the administrator without queueing it. */
async function aJob(attempts = 0, state = 'waiting'): Promise<string> {
  const [row] = await app.sql<{ id: string }>(
    `insert into job (kind, title, owner_id, trace_id, attempts, state)
     select 'count', '数数', id, 'trace', $1, $2 from "user" where account = 'admin' returning id::text`,
    [attempts, state],
  );
  return row?.id ?? '';
}

const run = (id: string, kind: JobKind, stopping = () => false) => runJob(id, new Map([[kind.kind, kind]]), stopping);
const seen = (id: string) => app.call(jobApi.getJob, { id }, app.admin);

test('a job ends with its words and its count', async () => {
  const id = await aJob();
  await run(id, counting(true));
  expect(await seen(id)).toMatchObject({ state: 'done', done: 3, total: 3, message: '数完了' });
});

test('a node that stops gives its job back, and the next one ends it', async () => {
  const id = await aJob();
  await expect(run(id, counting(true), () => true)).rejects.toThrow(JobInterrupted);
  expect(await seen(id)).toMatchObject({ state: 'waiting' });
  await run(id, counting(true));
  expect(await seen(id)).toMatchObject({ state: 'done' });
});

test('a job of a dead node goes on where that does no harm, else it fails and says so', async () => {
  const [harmless, harmful] = [await aJob(1, 'running'), await aJob(1, 'running')];
  await run(harmless, counting(true));
  await run(harmful, counting(false));
  expect(await seen(harmless)).toMatchObject({ state: 'done' });
  expect(await seen(harmful)).toMatchObject({ state: 'failed', message: expect.stringContaining('重启') });
});

test('a job in which the process ended twice, or that reads a file from outside, is not tried again but reported', async () => {
  const [twice, outside] = [await aJob(2, 'running'), await aJob(1, 'running')];
  await run(twice, counting(true));
  await run(
    outside,
    counting((input) => input.phase !== undefined),
  );
  expect(await seen(twice)).toMatchObject({ state: 'failed', message: expect.stringContaining('不再重试') });
  expect(await seen(outside)).toMatchObject({ state: 'failed', message: expect.stringContaining('重启') });
});

test('a stop in good order costs a job none of its tries', async () => {
  const id = await aJob();
  for (let stop = 0; stop < 4; stop += 1)
    await expect(run(id, counting(false), () => true)).rejects.toThrow(JobInterrupted);
  await run(id, counting(false));
  expect(await seen(id)).toMatchObject({ state: 'done' });
});

test('a cancelled job ends between two batches', async () => {
  const id = await aJob();
  await run(
    id,
    counting(true, () => app.tryCall(jobApi.cancelJob, { id }, app.admin)),
  );
  expect(await seen(id)).toMatchObject({ state: 'cancelled', done: 2 });
});

test('a fault of ours is told without its details, and nobody else sees the job', async () => {
  const id = await aJob();
  const broken: JobKind = { kind: 'count', restartable: true, run: () => Promise.reject(new Error('secret detail')) };
  await run(id, broken);
  const job = await seen(id);
  expect(job).toMatchObject({ state: 'failed', traceId: 'trace' });
  expect(job.message).not.toContain('secret');
  const other = await aUser(app);
  expect(await app.tryCall(jobApi.getJob, { id }, other.token)).toMatchObject({ status: 404 });
  expect(await app.list(jobApi.getJobList, { everybody: true }, other.token)).toMatchObject({ count: 0 });
});

test('a job that fails for no reason of its own says the number by which the log knows it', async () => {
  const id = await aJob();
  await run(
    id,
    counting(true, () => Promise.reject(new Error('broken'))),
  );
  expect(await seen(id)).toMatchObject({
    state: 'failed',
    message: expect.stringContaining('追踪号 trace 告诉管理员'),
  });
});
