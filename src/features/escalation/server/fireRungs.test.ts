import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { channelApi } from '#features/channel/contract.ts';
import { deskApi } from '#features/desk/contract.ts';
import { noticeApi } from '#features/notice/contract.ts';
import { notificationApi } from '#features/notification/contract.ts';
import { projectApi } from '#features/project/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { openLoopback } from '#server/testing/loopback.ts';
import { aCustomer, aDepartment, aProject, aUser } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import { fireDue } from './timers.ts';

let app: TestApp;
beforeAll(async () => {
  openLoopback();
  app = await startApp();
});
afterAll(() => app.stop());

const notificationsOf = (token: string, input: object) => app.list(notificationApi.getNotificationList, input, token);

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
    return (await notificationsOf(boss.token, { warnId: id })).count > 0;
  });

  const about = { warnId: id, userId: boss.id };
  const message = { event: 'claim', warnId: id, to: { kind: 'user', id: boss.id, name: boss.name }, channel: 'inbox' };
  const { rows, count } = await notificationsOf(boss.token, about);
  expect(count).toBe(1);
  expect(rows[0]).toMatchObject({ ...message, title: expect.stringContaining(no), state: 'sent', readAt: null });
  expect((await notificationsOf(elsewhere.token, about)).count).toBe(0);
  expect((await notificationsOf(boss.token, { ...about, state: ['read'] })).count).toBe(0);

  const inbox = await app.list(noticeApi.getMyNoticeList, {}, boss.token);
  const notice = inbox.rows.find((row) => row.content.includes(no));
  await app.call(noticeApi.readNotice, { id: notice?.id ?? '' }, boss.token);
  expect((await notificationsOf(boss.token, { ...about, state: ['read'] })).rows).toMatchObject([{ state: 'read' }]);
  expect((await app.call(deskApi.getWarn, { id }, app.admin)).notifications).toEqual(
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
    return (await app.call(deskApi.getWarn, { id }, app.admin)).escalation > 0;
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

/** A provider that accepts everything; `got` holds the received messages. */
async function aProvider(): Promise<{ url: string; got: { title: string; text: string }[]; close(): void }> {
  const got: { title: string; text: string }[] = [];
  const server = createServer(async (request, response) => {
    got.push(JSON.parse(await text(request)));
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url, got, close };
}

/**
 * A customer with the contact 陈小云, notified by the first rung, and a leader, notified by the second, both by this
 * webhook.
 */
async function aNotifiedFamily(url: string) {
  const ownership = { department: await aDepartment(app), project: await aProject(app) };
  const leader = await aUser(app, { role: 'leader', department: ownership.department });
  const config = { url, secret: 'quiet-Harbour-2041' };
  const channel = { projectId: ownership.project, kind: 'webhook' as const, name: '值班', config };
  await app.call(channelApi.addChannel, channel, app.admin);
  const [row] = await app.sql<{ version: number }>('select version from project where id = $1', [ownership.project]);
  const ladder = [
    { after: 60, target: 'contacts' as const, channels: ['webhook' as const] },
    { after: 90, target: 'leader' as const, channels: ['webhook' as const] },
  ];
  await app.call(
    projectApi.editProjectConfig,
    { id: ownership.project, version: row?.version ?? 1, ladder },
    app.admin,
  );
  const contacts = [{ name: '陈小云', relation: 'daughter', mobile: '13912345678', order: 1, isEmergency: true }];
  const customer = await aCustomer(app, { ...ownership, contacts });
  await app.sql(
    `insert into consent (customer_id, purpose, signed_by, relation, signed_at) values ($1, 'family', '本人', 'self', now())`,
    [customer],
  );
  return { ...ownership, leader, customer };
}

test('the step of a message to the family names them whole for who handles the case and masked for others', async () => {
  const provider = await aProvider();
  const { leader, customer, department } = await aNotifiedFamily(provider.url);
  const operator = await aUser(app, { department });
  const facts = { type: 'sos' as const, level: 1 as const, occurredAt: new Date().toISOString(), note: '来电' };
  const { id } = await app.call(warnApi.addWarn, { ...facts, customerId: customer }, app.admin);
  await app.sql('update warn_timer set due_at = now() where warn_id = $1 and rung = 1', [id]);
  const steps = async (token: string) => (await app.call(deskApi.getWarn, { id }, token)).steps;
  const notes = async (token: string) => (await steps(token)).map(({ note }) => note);
  await until('the family', async () => {
    await fireDue();
    return (await steps(app.admin)).some(({ data }) => data.notificationId !== undefined);
  });
  expect(await notes(operator.token)).toContain('Webhook已送达 陈*');
  await app.call(warnApi.claimWarn, { id }, operator.token);
  expect(await notes(operator.token)).toContain('Webhook已送达 陈小云');
  expect(await notes(leader.token)).toContain('Webhook已送达 陈*');
  const { notifications } = await app.call(deskApi.getWarn, { id }, operator.token);
  expect(notifications).toMatchObject([{ event: 'family', nth: '1', to: { name: '陈小云' } }]);
  provider.close();
});

test('a drill tells no contact until it is pressed for real, and every other text of it begins with 【演练】', async () => {
  const { url, got, close } = await aProvider();
  const { customer } = await aNotifiedFamily(url);
  const facts = { type: 'sos' as const, level: 1 as const, occurredAt: new Date().toISOString(), note: '来电' };
  const press = () => app.call(warnApi.addWarn, { ...facts, customerId: customer }, app.admin);
  const { id } = await press();
  const sentTo = async () => (await notificationsOf(app.admin, { warnId: id, channel: ['webhook'] })).rows;
  await app.sql('update warn set test = true where id = $1', [id]);
  await app.sql('update warn_timer set due_at = now() where warn_id = $1 and rung in (1, 2)', [id]);
  await fireDue();
  await until('the leader', async () => (await sentTo()).some(({ state }) => state === 'delivered'));
  expect((await sentTo()).map(({ to, title }) => [to.kind, title.slice(0, 4)])).toEqual([['user', '【演练】']]);
  expect(got.map(({ title, text }) => [title.slice(0, 4), text.slice(0, 4)])).toEqual([['【演练】', '【演练】']]);
  const inbox = await app.sql<{ title: string }>(
    'select n.title from notice n join notification m on m.notice_id = n.id where m.warn_id = $1',
    [id],
  );
  expect(inbox).toEqual([{ title: expect.stringMatching(/^【演练】告警升级/) }]);
  const notes = async () => (await app.call(deskApi.getWarn, { id }, app.admin)).steps.map(({ note }) => note);
  expect(await notes()).toContain('没有通知紧急联系人：演练不通知联系人');

  await press();
  await until('the family', async () => {
    await fireDue();
    return (await sentTo()).some(({ to, state }) => to.kind === 'contact' && state === 'delivered');
  });
  expect(got.at(-1)?.text).not.toContain('演练');
  await press();
  await fireDue();
  expect((await notes()).filter((note) => note === '用Webhook通知紧急联系人')).toHaveLength(1);
  close();
});
