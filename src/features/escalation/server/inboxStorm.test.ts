import { afterAll, beforeAll, expect, test } from 'vitest';
import { deskApi } from '#features/desk/contract.ts';
import { noticeApi } from '#features/notice/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aProject, aUser } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test('beyond five alarms in a minute the last notice in the inbox grows and is unread again, and what was read stays so', async () => {
  const [department, project] = [await aDepartment(app), await aProject(app)];
  const boss = await aUser(app, { role: 'leader', department, projects: [project] });
  /** Escalates this many warns together. */
  const climb = async (count: number) => {
    const facts = { type: 'sos' as const, level: 1 as const, note: '来电' };
    const ids: string[] = [];
    for (let index = 0; index < count; index++) {
      const customerId = await aCustomer(app, { project, department });
      const occurredAt = new Date().toISOString();
      ids.push((await app.call(warnApi.addWarn, { ...facts, customerId, occurredAt }, app.admin)).id);
    }
    await app.sql('update warn_timer set due_at = now() where warn_id = any($1) and rung = 1', [ids]);
    await until('all to climb', async () => {
      const remaining = await app.sql('select 1 from warn where id = any($1) and escalation = 0', [ids]);
      return remaining.length === 0;
    });
    return ids;
  };
  const inbox = async () =>
    (await app.list(noticeApi.getMyNoticeList, {}, boss.token)).rows.map(({ id, title, content, readAt }) => ({
      ...{ id, title, read: readAt !== null, items: content.split('<li>').length - 1 },
    }));

  const [first = ''] = await climb(5);
  expect(await inbox()).toMatchObject([{ title: '5 条告警升级', items: 5 }]);
  await climb(1);
  const [grown] = await inbox();
  expect(await inbox()).toMatchObject([{ title: '6 条告警升级', items: 6, read: false }]);
  await app.call(noticeApi.readNotice, { id: grown?.id ?? '' }, boss.token);
  const [last = ''] = await climb(1);
  expect(await inbox()).toMatchObject([{ title: '7 条告警升级', items: 7, read: false }]);
  const read = async (id: string) =>
    (await app.call(deskApi.getWarn, { id }, app.admin)).notifications.filter(({ state }) => state === 'read').length;
  expect([await read(first), await read(last)]).toEqual([1, 0]);
});
