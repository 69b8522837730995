import { afterAll, beforeAll, expect, test } from 'vitest';
import { archiveApi } from '#features/archive/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDevice } from '#server/testing/rows.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { ROLES: 'web,ingest' } });
});
afterAll(() => app.stop());

const timeline = (customerId: string, filters: object = {}) =>
  app.list(archiveApi.getArchiveTimeline, { customerId, limit: 50, ...filters }, app.admin);

/** A customer of whom everything is known that a time line shows. */
async function aStory() {
  const customerId = await aCustomer(app);
  await app.sql(`update customer set created_at = now() - interval '90 days' where id = $1`, [customerId]);
  const device = await aDevice(app, { customer: customerId });
  await app.sql(`update equipment_binding set bound_at = now() - interval '80 days' where equipment_id = $1`, [
    device.id,
  ]);
  for (const [days, value] of [
    [10, 150],
    [10, 168],
    [9, 130],
    [8, 84],
  ] as const)
    await app.sql(
      `insert into reading (device_id, metric, at, value, flags, project_id)
       select $1, 'systolic', date_trunc('day', now()) - make_interval(days => $2) + make_interval(mins => $3), $3, 0, min(id) from project`,
      [device.id, days, value],
    );
  const admission = { customerId, from: '2026-03-01', hospital: '市一医院', reason: '肺炎' };
  await app.call(archiveApi.addAdmission, admission, app.admin);
  await app.sql(
    `insert into customer_leave (customer_id, kind, from_at, expected_return, returned_at)
     values ($1, 'home_visit', now() - interval '5 days', now(), now() - interval '3 days')`,
    [customerId],
  );
  await app.sql(
    `insert into follow_up (kind, customer_id, state, due_at, result, satisfaction, done_at)
     values ('care', $1, 'done', now(), 'reached', 'good', now() - interval '1 day')`,
    [customerId],
  );
  return customerId;
}

test('the time line tells everything that happened, the newest first', async () => {
  const customerId = await aStory();
  const { rows, count } = await timeline(customerId);
  expect(rows.map(({ kind, title, text, level }) => [kind, title, text, level])).toEqual([
    ['followUp', '定期关怀回访', '已回访，满意', null],
    ['leave', '探亲返回', null, null],
    ['leave', '探亲离开', null, null],
    ['reading', '收缩压 1 次低于 90', expect.stringMatching(/^最低 84（\d\d:\d\d）$/), 1],
    ['reading', '收缩压 2 次高于 139', expect.stringMatching(/^最高 168（\d\d:\d\d）$/), 2],
    ['device', '绑定设备', expect.stringContaining('88'), null],
    ['state', '建档', null, null],
    ['admission', '住院', '市一医院，肺炎', null],
  ]);
  expect(count).toBe(8);
});

test('kinds, times and pages narrow the time line', async () => {
  const customerId = await aStory();
  const kindsOf = async (filters: object) => (await timeline(customerId, filters)).rows.map(({ kind }) => kind);
  expect(await kindsOf({ kind: ['reading'] })).toEqual(['reading', 'reading']);
  expect(await kindsOf({ page: 2, limit: 3 })).toEqual(['reading', 'reading', 'device']);
  const from = new Date(Date.now() - 4 * 86_400_000).toISOString();
  expect(await kindsOf({ from })).toEqual(['followUp', 'leave']);
});

test('a new service state stands on the time line', async () => {
  const customerId = await aCustomer(app);
  await app.sql(`update customer set service_state = 'ended' where id = $1`, [customerId]);
  expect((await timeline(customerId, { kind: ['state'] })).rows.map(({ title }) => title)).toContain('终止');
});
