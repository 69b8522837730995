import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { channelApi } from '#features/channel/contract.ts';
import { notificationApi } from '#features/notification/contract.ts';
import { projectApi } from '#features/project/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, anAccount, aProject, aRole, next } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import { fireDue } from './timers.ts';

let app: TestApp;
const servers: Server[] = [];
beforeAll(async () => {
  app = await startApp({ env: { ALLOW_PRIVATE_TARGETS: 'on' } });
});
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await app.stop();
});

interface Got {
  key: string;
  title: string;
  text: string;
  to: { kind: string; id: string; name: string; mobile: string | null };
}

/** Somebody outside who takes messages; what they got, in order. */
async function receiver(answer: RequestListener) {
  const got: Got[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    got.push(JSON.parse(body));
    answer(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { got, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}
const takes: RequestListener = (_, response) => response.end('{}');
const hangs: RequestListener = () => undefined;

type Ladder = NonNullable<Parameters<typeof app.call<typeof projectApi.editProjectConfig>>[1]['ladder']>;

/** A project whose ladder writes to a webhook, with a department of its own and so many leaders who are not logged in. */
async function aPlace(url: string, ladder: Ladder, leaders = 1) {
  const department = await aDepartment(app);
  const project = await aProject(app);
  const config = { url, secret: 'quiet-Harbour-2041' };
  const channel = { projectId: project, kind: 'webhook' as const, name: `渠道${next()}`, config };
  const { id: channelId } = await app.call(channelApi.addChannel, channel, app.admin);
  const [row] = await app.sql<{ version: number }>('select version from project where id = $1', [project]);
  await app.call(projectApi.editProjectConfig, { id: project, version: row?.version ?? 1, ladder }, app.admin);
  for (let n = 0; n < leaders; n++) await anAccount(app, { role: 'leader', department, projects: [project] });
  return { at: { department, project }, project, channelId };
}
const toLeaders: Ladder = [{ after: 60, target: 'leader', channels: ['webhook'] }];

async function alarmOf(customerId: string): Promise<string> {
  const input = {
    customerId,
    type: 'sos' as const,
    level: 1 as const,
    occurredAt: new Date().toISOString(),
    note: 'x',
  };
  return (await app.call(warnApi.addWarn, input, app.admin)).id;
}
async function due(ids: string[]): Promise<void> {
  await app.sql(`update warn_timer set due_at = now() where warn_id = any($1) and rung = 1 and done_at is null`, [ids]);
  await fireDue();
}
const told = async (warnId: string) =>
  (await app.list(notificationApi.getNotificationList, { warnId, channel: ['webhook'] }, app.admin)).rows;

test('a rung with nobody logged in reaches the channel of the ladder, is named in the timeline and says no more than needed', async () => {
  const { got, url } = await receiver(takes);
  const place = await aPlace(url, toLeaders);
  const customer = await aCustomer(app, place.at);
  const id = await alarmOf(customer);
  await due([id]);
  await until('the message', async () => (await told(id))[0]?.state === 'delivered');
  const [row] = await told(id);
  expect(got).toHaveLength(1);
  expect(got[0]).toMatchObject({ key: `claim:${id}:1:${row?.to.id}`, to: { kind: 'user', name: row?.to.name } });
  const [person] = await app.sql<{ name: string }>('select name from customer where id = $1', [customer]);
  expect(got[0]?.text).toContain('主动呼救');
  expect(JSON.stringify(got[0])).not.toContain(person?.name);
  const { steps, notifications } = await app.call(warnApi.getWarn, { id }, app.admin);
  expect(steps.map(({ note }) => note)).toContain(`Webhook已送达 ${row?.to.name}`);
  expect(notifications).toContainEqual(expect.objectContaining({ channel: 'webhook', state: 'delivered' }));
});

test('whoever is there alone is offered nothing, and is told with the leader by every channel; two are not', async () => {
  const { got, url } = await receiver(takes);
  const place = await aPlace(url, [{ after: 60, target: 'leader' }]);
  const roleId = await aRole(app, { scope: 'department', rights: ['warn:claim', 'warn:list'] });
  const { department, project } = place.at;
  const sitting = async () => {
    const one = await anAccount(app, { roleId, department, projects: [project] });
    await app.sql('insert into presence values ($1, now())', [one.id]);
    return one;
  };
  const half = async () => {
    const id = await alarmOf(await aCustomer(app, place.at));
    await app.sql('update warn_timer set due_at = now() where warn_id = $1 and rung = 0', [id]);
    await fireDue();
    const { steps, offeredTo } = await app.call(warnApi.getWarn, { id }, app.admin);
    return { id, offeredTo, step: steps.find(({ data }) => data.rung === 0) };
  };
  const alone = await sitting();
  const first = await half();
  expect([first.offeredTo, first.step?.data.alone]).toEqual([null, alone.id]);
  expect(first.step?.note).toBe(`超过一半时限未接警，只有 ${alone.name} 一人在岗，不自动派单；另用Webhook通知`);
  await until(
    'both messages',
    async () => (await told(first.id)).filter(({ state }) => state === 'delivered').length === 2,
  );
  expect(got.map(({ to }) => to.id)).toContain(alone.id);

  const other = await sitting();
  const next = await half();
  expect([alone.id, other.id]).toContain(next.offeredTo);
  expect([next.step?.data.alone, await told(next.id)]).toEqual([undefined, []]);
});

test('many alarms are told to five people each, once each, while a provider that hangs holds nobody else up', async () => {
  const [silent, alive] = [await receiver(hangs), await receiver(takes)];
  const [lost, found] = [await aPlace(silent.url, toLeaders, 5), await aPlace(alive.url, toLeaders, 5)];
  const alarms = async (place: typeof lost, n: number) =>
    Promise.all(Array.from({ length: n }, async () => alarmOf(await aCustomer(app, place.at))));
  const [first, ids] = [await alarms(lost, 4), await alarms(found, 20)];
  await due([...first, ...ids]);
  await until('all messages', async () => alive.got.length >= 100, 20_000);
  expect(new Set(alive.got.map(({ key }) => key)).size).toBe(100);
  expect(alive.got).toHaveLength(100);
  const [waiting] = await app.sql<{ n: number }>(
    `select count(*)::int as n from notification where channel_id = $1 and state = 'queued'`,
    [lost.channelId],
  );
  expect(waiting?.n).toBe(20);
});

test('whatever a provider answers is written down, and its message is not sent again', async () => {
  const odd = await receiver((_, response) => response.end(JSON.stringify({ id: 'a\0b' })));
  const place = await aPlace(odd.url, toLeaders);
  const id = await alarmOf(await aCustomer(app, place.at));
  await due([id]);
  await until('the message', async () => (await told(id))[0]?.state === 'delivered');
  expect(odd.got).toHaveLength(1);
});

test('where a channel fails for good the next one of the rung follows, and the failed message can be sent again', async () => {
  const refusing = await receiver((_, response) => response.writeHead(404).end());
  const place = await aPlace(refusing.url, [
    { after: 60, target: 'leader', channels: ['webhook'], instead: ['wecom'] },
  ]);
  await app.sql(`insert into channel (project_id, kind, name) values ($1, 'wecom', '值班群')`, [place.project]);
  const id = await alarmOf(await aCustomer(app, place.at));
  await due([id]);
  await until('the next channel', async () => {
    const { rows } = await app.list(notificationApi.getNotificationList, { warnId: id, channel: ['wecom'] }, app.admin);
    return rows.length === 1;
  });
  const [failed] = await told(id);
  expect(failed).toMatchObject({ state: 'failed', reason: expect.stringContaining('404') });
  expect(await app.call(notificationApi.retryNotification, { ids: [failed?.id ?? ''] }, app.admin)).toEqual({
    done: 1,
    left: [],
  });
  await until('the second try', async () => refusing.got.length === 2);
});

test('where a channel hangs the next one of the rung follows after 15 s, and the first goes on trying', async () => {
  const silent = await receiver(hangs);
  const place = await aPlace(silent.url, [{ after: 60, target: 'leader', channels: ['webhook'], instead: ['wecom'] }]);
  await app.sql(`insert into channel (project_id, kind, name) values ($1, 'wecom', '值班群')`, [place.project]);
  const [early, late] = await Promise.all([0, 1].map(async () => alarmOf(await aCustomer(app, place.at))));
  await due([early ?? '', late ?? '']);
  await until('both tries', async () => silent.got.length >= 2);
  await app.sql(
    `update notification set created_at = now() - make_interval(secs => case when warn_id = $1 then 16 else 0 end) where warn_id = any($2)`,
    [late, [early, late]],
  );
  const next = async (warnId = '') =>
    (await app.list(notificationApi.getNotificationList, { warnId, channel: ['wecom'] }, app.admin)).count;
  await until('the next channel', async () => (await next(late)) === 1);
  expect([await next(early), (await told(late ?? ''))[0]?.state]).toEqual([0, 'queued']);
});

test('a rung for who is on duty tells those of the roster now, and the leader where nobody is', async () => {
  const { got, url } = await receiver(takes);
  const place = await aPlace(url, [{ after: 60, target: 'duty', channels: ['webhook'] }]);
  const { department, project } = place.at;
  const own = { department, projects: [project] };
  const [onDuty, later] = [await anAccount(app, own), await anAccount(app, own)];
  for (const [user, hours] of [
    [onDuty, -1],
    [later, 2],
  ] as const)
    await app.sql(
      `insert into shift_turn (user_id, shift, from_at, until_at)
       values ($1, 'other', now() + make_interval(hours => $2), now() + make_interval(hours => $2 + 8))`,
      [user.id, hours],
    );
  const climbed = async () => {
    const id = await alarmOf(await aCustomer(app, place.at));
    await due([id]);
    await until('the message', async () => (await told(id))[0]?.state === 'delivered');
    const { steps } = await app.call(warnApi.getWarn, { id }, app.admin);
    return { to: got.splice(0).map(({ to }) => to.name), step: steps.find(({ kind }) => kind === 'escalated') };
  };
  const first = await climbed();
  expect(first.to).toEqual([onDuty.name]);
  expect(first.step?.note).toContain(`站内通知当班人员：${onDuty.name}`);

  await app.sql(`update shift_turn set until_at = now() where user_id = $1`, [onDuty.id]);
  const second = await climbed();
  expect([second.to.length, second.to.includes(onDuty.name)]).toEqual([1, false]);
  expect(second.step).toMatchObject({
    note: expect.stringContaining('现在没有人当班，站内通知班长：'),
    data: { target: 'leader' },
  });
});

test('the family is told at once where the ladder says so and the person agreed to it, else not', async () => {
  const { got, url } = await receiver(takes);
  const place = await aPlace(url, [{ after: 0, target: 'contacts', channels: ['webhook'] }]);
  const asked = await aCustomer(app, place.at);
  const agrees = await aCustomer(app, place.at);
  for (const id of [asked, agrees])
    await app.sql(
      `insert into customer_contact (customer_id, name, relation, mobile, "order", is_emergency) values ($1, '陈小云', 'child', '13912345678', 99, true)`,
      [id],
    );
  await app.sql(
    `insert into consent (customer_id, purpose, signed_by, relation, signed_at) values ($1, 'family', '本人', 'self', now())`,
    [agrees],
  );
  const [silent, loud] = [await alarmOf(asked), await alarmOf(agrees)];
  await until('the family', async () => got.some(({ to }) => to.name === '陈小云'));
  expect((await told(loud)).every(({ event, to }) => event === 'new' && to.kind === 'contact')).toBe(true);
  expect(await told(silent)).toEqual([]);
  const { steps, escalation } = await app.call(warnApi.getWarn, { id: silent }, app.admin);
  expect(steps.map(({ note }) => note)).toContain('没有通知紧急联系人：家属共享同意未取得');
  expect(escalation).toBe(0);
});
