import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerImportApi } from '#features/customerImport/contract.ts';
import { runJob } from '#server/jobs/jobRunner.ts';
import { JobInterrupted } from '#server/jobs/jobs.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aMark, aUser } from '#server/testing/rows.ts';
import { upload, workbookOf } from '#server/testing/sheet.ts';
import { until } from '#server/testing/until.ts';
import { importApi } from '#shared/contract/import.ts';
import jobs from './jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

/** Imports sixty customers of one name up to the preview; more than one batch. */
async function sixty(name: string, token: string): Promise<string> {
  const rows = Array.from({ length: 60 }, (_, index) => [name, `138${String(10_000_000 + index)}`]);
  const file = await workbookOf([{ name: '客户', rows: [['姓名', '手机号'], ...rows] }]);
  const { data } = await upload(app, customerImportApi.importCustomer.path, file, {}, token);
  const jobId = String(data.jobId);
  const seen = await until('the file to be read', async () => {
    const preview = await app.call(importApi.getImportPreview, { jobId }, token);
    return preview.state === 'done' ? preview : null;
  });
  expect(seen).toMatchObject({ inserts: 60, invalid: 0 });
  return jobId;
}

test.each([
  ['is disabled', `update "user" set status = 'disabled' where id = $1`, '发起人的账号已停用。没有写入任何行'],
  ['may import no more', 'delete from user_role where user_id = $1', '没有导入的权限。没有写入任何行'],
])('what an import of all or none has written is taken back where its owner %s', async (_, end, message) => {
  const owner = await aUser(app, { role: 'area' });
  const name = aMark();
  const jobId = await sixty(name, owner.token);
  const written = async () =>
    (await app.sql('select 1 from customer where name = $1 and deleted_at is null', [name])).length;
  await app.sql(
    `update job set state = 'waiting', input = input || '{"phase": "write", "mode": "all"}'::jsonb where id = $1`,
    [jobId],
  );
  const kinds = new Map(jobs.map((kind) => [kind.kind, kind]));
  let steps = 0;
  const stopsAtSecond = () => {
    steps += 1;
    return steps > 1;
  };
  await expect(runJob(jobId, kinds, stopsAtSecond)).rejects.toThrow(JobInterrupted);
  expect(await written()).toBe(50);
  await app.sql(end, [owner.id]);
  await app.sql(`update cache_version set version = version + 1 where name = 'permission'`);
  await runJob(jobId, kinds, () => false);
  const [job] = await app.sql('select state, message from job where id = $1', [jobId]);
  expect([job, await written()]).toEqual([{ state: 'failed', message }, 0]);
});
