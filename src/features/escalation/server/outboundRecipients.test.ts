import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { channelApi } from '#features/channel/contract.ts';
import { deskApi } from '#features/desk/contract.ts';
import { notificationApi } from '#features/notification/contract.ts';
import { projectApi } from '#features/project/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { openLoopback } from '#server/testing/loopback.ts';
import { aCustomer, aDepartment, anAccount, aProject, aRole, next } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import { fireDue } from './timers.ts';

let app: TestApp;
const servers: Server[] = [];
beforeAll(async () => {
  openLoopback();
  app = await startApp();
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

/** An external service that receives messages, and stores them in order. */
async function receiver(answer: (...args: Parameters<RequestListener>) => unknown) {
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

/**
 * A project with a ladder by webhook or SMS gateway, its own department, and this many leaders who are not logged in.
 */
async function aPlace(url: string, ladder: Ladder, leaders = 1) {
  const department = await aDepartment(app);
  const project = await aProject(app);
  const sms = ladder.some(({ channels }) => channels?.includes('sms'));
  const config = sms
    ? { speaks: 'free', url, body: '{"key":"{key}","to":"{mobile}"}' }
    : { url, secret: 'quiet-Harbour-2041' };
  const kind = sms ? ('sms' as const) : ('webhook' as const);
  const channel = { projectId: project, kind, name: `渠道${next()}`, config };
  const { id: channelId } = await app.call(channelApi.addChannel, channel, app.admin);
  const [row] = await app.sql<{ version: number }>('select version from project where id = $1', [project]);
  await app.call(projectApi.editProjectConfig, { id: project, version: row?.version ?? 1, ladder }, app.admin);
  const leaderInput = { role: 'leader' as const, department, projects: [project] };
  const ids: string[] = [];
  for (let index = 0; index < leaders; index++) ids.push((await anAccount(app, leaderInput)).id);
  return { at: { department, project }, project, channelId, leaders: ids };
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
const notificationsOf = async (warnId: string) =>
  (await app.list(notificationApi.getNotificationList, { warnId, channel: ['webhook'] }, app.admin)).rows;

test('a rung with nobody logged in reaches the channel of the ladder, is named in the timeline and says no more than needed', async () => {
  const { got, url } = await receiver(takes);
  const place = await aPlace(url, toLeaders);
  const customer = await aCustomer(app, place.at);
  const id = await alarmOf(customer);
  await due([id]);
  await until('the message', async () => (await notificationsOf(id))[0]?.state === 'delivered');
  const [row] = await notificationsOf(id);
  expect(got).toHaveLength(1);
  expect(got[0]).toMatchObject({ key: `claim:${id}:1:${row?.to.id}`, to: { kind: 'user', name: row?.to.name } });
  const [customerRow] = await app.sql<{ name: string }>('select name from customer where id = $1', [customer]);
  expect(got[0]?.text).toContain('主动呼救');
  expect(JSON.stringify(got[0])).not.toContain(customerRow?.name);
  const { steps, notifications } = await app.call(deskApi.getWarn, { id }, app.admin);
  expect(steps.map(({ note }) => note)).toContain(`Webhook已送达 ${row?.to.name}`);
  expect(notifications).toContainEqual(expect.objectContaining({ channel: 'webhook', state: 'delivered' }));
});

test('the desk says by which channels the next rung and a stall are told, too', async () => {
  const { url } = await receiver(takes);
  const place = await aPlace(url, toLeaders);
  const id = await alarmOf(await aCustomer(app, place.at));
  const next = async () => (await app.call(deskApi.getWarn, { id }, app.admin)).nextRung;
  await app.sql('update warn_timer set done_at = now() where warn_id = $1 and rung = 0', [id]);
  expect(await next()).toBe('站内通知班长，另用Webhook通知');
  await app.call(warnApi.claimWarn, { id }, app.admin);
  expect(await next()).toBe('站内通知班长，另用Webhook通知');
});

test('staff are told that nobody has taken it yet, and 超时 only when the limit is over', async () => {
  const { got, url } = await receiver(takes);
  const place = await aPlace(url, [
    { after: 30, target: 'leader', channels: ['webhook'] },
    { after: 60, target: 'leader', channels: ['webhook'] },
  ]);
  const id = await alarmOf(await aCustomer(app, place.at));
  for (const rung of [1, 2]) {
    await app.sql('update warn_timer set due_at = now() where warn_id = $1 and rung = $2', [id, rung]);
    await fireDue();
    await until('the message', () => got.length === rung);
  }
  expect(got.map(({ text }) => text.split('。')[1])).toEqual(['还没有人接警，请接警', '超时未接警，请处理']);
});

test('whoever is there alone is offered nothing, and is told with the leader by every channel; two are not', async () => {
  const { got, url } = await receiver(takes);
  const place = await aPlace(url, [{ after: 60, target: 'leader' }]);
  const roleId = await aRole(app, { scope: 'department', permissions: ['warn:claim', 'warn:list'] });
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
    const { steps, offeredTo } = await app.call(deskApi.getWarn, { id }, app.admin);
    return { id, offeredTo, step: steps.find(({ data }) => data.rung === 0) };
  };
  const alone = await sitting();
  const first = await half();
  expect([first.offeredTo, first.step?.data.alone]).toEqual([null, alone.id]);
  expect(first.step?.note).toBe(`超过一半时限未接警，只有 ${alone.name} 一人在岗，不自动派单；另用Webhook通知`);
  await until(
    'both messages',
    async () => (await notificationsOf(first.id)).filter(({ state }) => state === 'delivered').length === 2,
  );
  expect(got.map(({ title }) => title.split('：')[0])).toEqual(['尚未接警', '尚未接警']);
  expect(got.map(({ to }) => to.id)).toContain(alone.id);

  const other = await sitting();
  const next = await half();
  expect([alone.id, other.id]).toContain(next.offeredTo);
  expect([next.step?.data.alone, await notificationsOf(next.id)]).toEqual([undefined, []]);
});

test('many alarms are told to five people each, once each, while a provider that hangs holds nobody else up', async () => {
  const [silent, alive] = [await receiver(hangs), await receiver(takes)];
  const [lost, aliveTeam] = [await aPlace(silent.url, toLeaders, 5), await aPlace(alive.url, toLeaders, 5)];
  const alarms = async (place: typeof lost, n: number) =>
    Promise.all(Array.from({ length: n }, async () => alarmOf(await aCustomer(app, place.at))));
  const [first, ids] = [await alarms(lost, 4), await alarms(aliveTeam, 20)];
  await due([...first, ...ids]);
  await until('all messages', async () => {
    const rows = await app.sql(`select 1 from notification where channel_id = $1 and state = 'delivered'`, [
      aliveTeam.channelId,
    ]);
    return rows.length === 100;
  });
  const [sent] = await app.sql<{ n: number }>(
    `select count(distinct coalesce(gathered_into, id))::int as n from notification where channel_id = $1`,
    [aliveTeam.channelId],
  );
  expect(new Set(alive.got.map(({ key }) => key)).size).toBe(sent?.n);
  expect(alive.got).toHaveLength(sent?.n ?? 0);
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
  await until('the message', async () => (await notificationsOf(id))[0]?.state === 'delivered');
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
  const [failed] = await notificationsOf(id);
  expect(failed).toMatchObject({ state: 'failed', reason: expect.stringContaining('404') });
  expect(await app.call(notificationApi.retryNotification, { ids: [failed?.id ?? ''] }, app.admin)).toEqual({
    done: 1,
    left: [],
  });
  await until('the second try', async () => refusing.got.length === 2);
});

test('where a channel hangs the next one of the rung follows after 15 s, or 5 where it has failed, and the first goes on trying', async () => {
  const silent = await receiver(hangs);
  const place = await aPlace(silent.url, [{ after: 60, target: 'leader', channels: ['webhook'], instead: ['wecom'] }]);
  await app.sql(`insert into channel (project_id, kind, name) values ($1, 'wecom', '值班群')`, [place.project]);
  const [early, late] = await Promise.all([0, 1].map(async () => alarmOf(await aCustomer(app, place.at))));
  await due([early ?? '', late ?? '']);
  await until('both tries', async () => silent.got.length >= 2);
  await app.sql(
    `update notification set created_at = now() - make_interval(secs => case when warn_id = $1 then 16 else 6 end) where warn_id = any($2)`,
    [late, [early, late]],
  );
  const next = async (warnId = '') =>
    (await app.list(notificationApi.getNotificationList, { warnId, channel: ['wecom'] }, app.admin)).count;
  await until('the next channel', async () => (await next(late)) === 1);
  expect([await next(early), (await notificationsOf(late ?? ''))[0]?.state]).toEqual([0, 'queued']);
  await app.sql(`insert into channel_state (channel_id, failed_at) values ($1, now())`, [place.channelId]);
  await until('the next channel of the other one', async () => (await next(early)) === 1);
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
    await until('the message', async () => (await notificationsOf(id))[0]?.state === 'delivered');
    const { steps } = await app.call(deskApi.getWarn, { id }, app.admin);
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
  expect((await notificationsOf(loud)).every(({ event, to }) => event === 'family' && to.kind === 'contact')).toBe(
    true,
  );
  expect(await notificationsOf(silent)).toEqual([]);
  expect(got[0]?.title).toMatch(/^安好值守中心：主动呼救/);
  expect(got[0]?.text).toMatch(/尚未有人接警。您能过去看看吗？请告诉我们$/);
  expect(got[0]?.text).not.toContain('跟进');
  const { steps, escalation } = await app.call(deskApi.getWarn, { id: silent }, app.admin);
  expect(steps.map(({ note }) => note)).toContain('没有通知紧急联系人：家属共享同意未取得');
  expect(escalation).toBe(0);
});

test('who stands twice with one telephone is rung once', async () => {
  const { got, url } = await receiver(takes);
  const place = await aPlace(url, [{ after: 60, target: 'leader', channels: ['sms'] }], 3);
  const [first, second, other] = place.leaders;
  await app.sql(
    `update "user" set mobile = case when id = $2 then '13900006002' else '13900006001' end where id = any($1)`,
    [[first, second, other], other],
  );
  const id = await alarmOf(await aCustomer(app, place.at));
  await due([id]);
  await until('both', async () => {
    const sent = await app.sql(`select 1 from notification where warn_id = $1 and channel = 'sms' and state = 'sent'`, [
      id,
    ]);
    return sent.length === 2;
  });
  expect(got.map(({ to }) => String(to)).sort()).toEqual(['13900006001', '13900006002']);
});

/**
 * Makes a change during the first attempt, which then fails and is to be retried; returns that attempt and its outcome.
 */
async function meanwhile(change: (place: Awaited<ReturnType<typeof aPlace>>, warnId: string) => Promise<unknown>) {
  const changed = Promise.withResolvers<void>();
  const busy = await receiver(async (_, response) => {
    await changed.promise;
    response.writeHead(503).end();
  });
  const place = await aPlace(busy.url, toLeaders);
  const id = await alarmOf(await aCustomer(app, place.at));
  await due([id]);
  await until('the first try', () => busy.got.length === 1);
  await change(place, id);
  changed.resolve();
  const row = await until('the end', async () => {
    const [one] = await notificationsOf(id);
    return one?.state === 'failed' && one;
  });
  const goesOn = await app.sql(`select 1 from notification where id = $1 and passed_on_at is null`, [row.id]);
  return { tries: busy.got.length, reason: row.reason, goesOn: goesOn.length === 1 };
}

test('nobody is woken for nothing: not of an alarm that has ended, nor who left meanwhile, nor by a channel that was switched off', async () => {
  const [ended, left, moved, off] = await Promise.all([
    meanwhile((_, id) => app.sql(`update warn set status = 'done', finished_at = now() where id = $1`, [id])),
    meanwhile(({ leaders }) => app.sql(`update "user" set status = 'disabled' where id = any($1)`, [leaders])),
    meanwhile(async ({ leaders }) => {
      const elsewhere = await aProject(app);
      await app.sql('update "user" set project_ids = $2 where id = any($1)', [leaders, [elsewhere]]);
    }),
    meanwhile(({ channelId }) =>
      app.call(channelApi.updateChannelStatus, { id: channelId, status: 'disabled' }, app.admin),
    ),
  ]);
  const goneReason = '对方已停用、已移出或不再同意，没有发送';
  expect([ended, left, moved, off]).toEqual([
    { tries: 1, reason: '告警已结束，没有发送', goesOn: false },
    { tries: 1, reason: goneReason, goesOn: false },
    { tries: 1, reason: goneReason, goesOn: false },
    { tries: 1, reason: '渠道已停用或删除', goesOn: true },
  ]);
});

test('a try that fails after its lease went to another node takes nothing from that one, and one that succeeds is written down', async () => {
  const answers: (() => void)[] = [];
  const slow = await receiver((_, response) => {
    const status = answers.length === 0 ? 503 : 200;
    answers.push(() => response.writeHead(status).end('{}'));
  });
  const place = await aPlace(slow.url, toLeaders, 2);
  const id = await alarmOf(await aCustomer(app, place.at));
  await due([id]);
  await until('both tries', () => answers.length === 2);
  const taken = `update notification set tries = 2, leased_until = now() + interval '1 hour' where warn_id = $1 and channel = 'webhook'`;
  await app.sql(taken, [id]);
  answers[0]?.();
  await until('the failure', async () => {
    const failed = await app.sql('select 1 from channel_state where channel_id = $1 and failed_at is not null', [
      place.channelId,
    ]);
    return failed.length === 1;
  });
  answers[1]?.();
  // One function records both, the failure first.
  await until('the success', async () => (await notificationsOf(id)).some(({ state }) => state === 'delivered'));
  const left = await app.sql<{ mine: boolean; reason: string | null }>(
    `select leased_until > now() as mine, reason from notification where warn_id = $1 and state = 'queued'`,
    [id],
  );
  expect(left).toEqual([{ mine: true, reason: null }]);
});
