import { afterAll, beforeAll, expect, test } from 'vitest';
import { noticeApi } from '#features/notice/contract.ts';
import { notificationApi } from '#features/notification/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aUser } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import { fireDue } from './timers.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const told = (token: string, input: object) => app.list(notificationApi.getNotificationList, input, token);

test('a rung is recorded once for each whom it tells, is read when its notice is, and is listed for leaders in scope', async () => {
  const department = await aDepartment(app);
  const boss = await aUser(app, { role: 'leader', department });
  const elsewhere = await aUser(app, { role: 'leader', department: await aDepartment(app) });
  const customerId = await aCustomer(app, { department });
  const input = {
    customerId,
    type: 'sos' as const,
    level: 1 as const,
    occurredAt: new Date().toISOString(),
    note: 'x',
  };
  const { id, no } = await app.call(warnApi.addWarn, input, app.admin);
  await app.sql(`update warn_timer set due_at = now() where warn_id = $1 and rung = 1`, [id]);
  await until('the rung', async () => {
    await fireDue();
    return (await told(boss.token, { warnId: id })).count > 0;
  });

  const about = { warnId: id, userId: boss.id };
  const message = { event: 'claim', warnId: id, to: { kind: 'user', id: boss.id, name: boss.name }, channel: 'inbox' };
  const { rows, count } = await told(boss.token, about);
  expect(count).toBe(1);
  expect(rows[0]).toMatchObject({ ...message, title: expect.stringContaining(no), state: 'sent', readAt: null });
  expect((await told(elsewhere.token, about)).count).toBe(0);
  expect((await told(boss.token, { ...about, state: ['read'] })).count).toBe(0);

  const inbox = await app.list(noticeApi.getMyNoticeList, {}, boss.token);
  const notice = inbox.rows.find((row) => row.content.includes(no));
  await app.call(noticeApi.readNotice, { id: notice?.id ?? '' }, boss.token);
  expect((await told(boss.token, { ...about, state: ['read'] })).rows).toMatchObject([{ state: 'read' }]);
  expect((await app.call(warnApi.getWarn, { id }, app.admin)).notifications).toEqual(
    expect.arrayContaining([expect.objectContaining({ ...message, state: 'read' })]),
  );
  expect(await app.tryCall(notificationApi.getNotificationList, {}, (await aUser(app)).token)).toMatchObject({
    status: 403,
  });
});

test('a rung that cannot be fired takes no other of its batch with it, and is fired once it can be', async () => {
  const department = await aDepartment(app);
  const alarm = async () => {
    const customerId = await aCustomer(app, { department });
    const input = { customerId, type: 'sos' as const, level: 1 as const, occurredAt: new Date().toISOString() };
    return (await app.call(warnApi.addWarn, { ...input, note: '来电' }, app.admin)).id;
  };
  const climbed = (id: string) => async () => {
    await fireDue();
    return (await app.call(warnApi.getWarn, { id }, app.admin)).escalation > 0;
  };
  const [broken, sound] = [await alarm(), await alarm()];
  await app.sql("create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$");
  await app.sql(
    `create trigger refuse before insert on warn_step for each row when (new.warn_id = ${broken}) execute function refuse()`,
  );
  await app.sql('update warn_timer set due_at = now() where warn_id in ($1, $2) and rung = 1', [broken, sound]);
  await until('the rung of the sound one', climbed(sound));
  expect(await app.sql('select from warn_timer where warn_id = $1 and done_at is not null', [broken])).toEqual([]);
  await app.sql('drop trigger refuse on warn_step');
  await until('the rung of the other one', climbed(broken), 20_000);
});
