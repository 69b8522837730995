import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { channelApi } from '#features/channel/contract.ts';
import { deskApi } from '#features/desk/contract.ts';
import { notificationApi } from '#features/notification/contract.ts';
import { projectApi } from '#features/project/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { trimNonces } from '#server/db/nonces.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { Live } from '#server/testing/live.ts';
import { openLoopback } from '#server/testing/loopback.ts';
import { aCustomer, aDepartment, aProject } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import { parseReport } from './voice.ts';

const secret = 'key-of-the-gateway-2041';
let app: TestApp;
let gateway: Server;
let channelId: string;
let place: { department: string; project: string };
/** Calls that the gateway received, by the key of the message. */
const callsByKey = new Map<string, { to: string; spoken: string }>();
/** Hook that the gateway runs before it accepts a call. */
let beforeAnswer: (key: string) => Promise<unknown> = async () => undefined;

beforeAll(async () => {
  openLoopback();
  app = await startApp();
  gateway = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const { key, ...call } = JSON.parse(body);
    callsByKey.set(key, call);
    await beforeAnswer(key);
    response.end(JSON.stringify({ id: `call-${callsByKey.size}` }));
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  place = { department: await aDepartment(app), project: await aProject(app) };
  const config = {
    ...{ speaks: 'free', url: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/`, idField: 'id' },
    ...{ body: '{"key":"{key}","to":"{mobile}","spoken":"{spoken}"}', callbackSecret: secret },
  };
  const channel = { projectId: place.project, kind: 'voice' as const, name: '语音', config };
  channelId = (await app.call(channelApi.addChannel, channel, app.admin)).id;
  const [row] = await app.sql<{ version: number }>('select version from project where id = $1', [place.project]);
  const ladder = [{ after: 0, target: 'contacts' as const, channels: ['voice' as const], instead: ['wecom' as const] }];
  await app.call(projectApi.editProjectConfig, { id: place.project, version: row?.version ?? 1, ladder }, app.admin);
});
afterAll(async () => {
  gateway.closeAllConnections();
  gateway.close();
  await app.stop();
});

/** Creates an alarm whose family was called; returns the key that the gateway got, and its call id. */
async function aCall(state: 'sent' | 'delivered' = 'sent') {
  const contacts = [{ name: '陈敏', relation: 'daughter', mobile: '13900004402', order: 1, isEmergency: true }];
  const customerId = await aCustomer(app, { ...place, contacts });
  await app.sql(
    `insert into consent (customer_id, purpose, signed_by, relation, signed_at) values ($1, 'family', '本人', 'self', now())`,
    [customerId],
  );
  const facts = { type: 'sos' as const, level: 1 as const, occurredAt: new Date().toISOString(), note: '来电求助' };
  const { id } = await app.call(warnApi.addWarn, { ...facts, customerId }, app.admin);
  const row = async () =>
    (await app.list(notificationApi.getNotificationList, { warnId: id, channel: ['voice'] }, app.admin)).rows[0];
  await until('the call', async () => (await row())?.state === state);
  const [sent] = await app.sql<{ key: string; call: string }>(
    `select key || ':' || to_id as key, provider_id as call from notification where warn_id = $1 and channel = 'voice'`,
    [id],
  );
  return { id, row, key: sent?.key ?? '', callId: sent?.call ?? '' };
}

async function numberOf(id: string): Promise<string | null> {
  const [row] = await app.sql<{ call: string | null }>(
    `select provider_id as call from notification where warn_id = $1 and channel = 'voice'`,
    [id],
  );
  return row?.call ?? null;
}

const now = () => Math.floor(Date.now() / 1000);
/**
 * Sends a report to the channel's callback.
 * @param at time of the gateway's signature, seconds
 */
function report(body: unknown, { at = now(), by = secret, to = channelId, nonce = randomUUID() as string } = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const timestamp = String(at);
  const signature = createHmac('sha256', by).update(`${timestamp}\n${nonce}\n`).update(text).digest('hex');
  return fetch(`${app.url}/open/voice/${to}`, {
    method: 'POST',
    body: text,
    headers: { 'X-Timestamp': timestamp, 'X-Nonce': nonce, 'X-Signature': signature },
  });
}
const steps = async (id: string) => (await app.call(deskApi.getWarn, { id }, app.admin)).steps;
const answers = async (id: string) => (await steps(id)).flatMap(({ data }) => (data.answer ? [data.answer] : []));

test('the call says which keys to press, and a pressed key is the answer of the link, live on the desk', async () => {
  const { id, row, key } = await aCall();
  expect(callsByKey.get(key)).toMatchObject({ to: '13900004402', spoken: expect.stringContaining('我去处理请按1') });
  const live = await Live.open(app.url, app.admin);
  expect((await report({ key, state: 'delivered' })).status).toBe(200);
  expect(await row()).toMatchObject({ state: 'delivered', answer: null });
  expect((await report({ key, state: 'answered', digit: '1' }, { at: now() + 1 })).status).toBe(200);
  await live.waitFor('the answer', ({ data }) => data.warn?.id === id && data.warn.progress === '陈敏：我去处理');
  live.close();
  expect(await row()).toMatchObject({ state: 'read', answer: '我去处理' });
  const step = (await steps(id)).find(({ data }) => data.answer === 'going');
  expect(step).toMatchObject({ kind: 'note', data: { by: '陈敏', answerText: '我去处理' } });
  expect((await steps(id)).map(({ note }) => note)).toContain('语音电话已送达 陈*');
  expect((await app.call(deskApi.getWarn, { id }, app.admin)).clock.familyTold).not.toBeNull();
});

test('a gateway that tells twice, late or in another order writes nothing twice and takes nothing back', async () => {
  const { id, row, key, callId } = await aCall();
  const begun = now();
  const pressed = (digit: string, later: number) => report({ callId, state: 'answered', digit }, { at: begun + later });
  expect((await Promise.all([1, 2, 3].map(() => pressed('2', 5)))).map(({ status }) => status)).toEqual([
    200, 200, 200,
  ]);
  await pressed('1', 3);
  await pressed('1', 5);
  expect(await answers(id)).toEqual(['unreachable']);
  await pressed('1', 8);
  expect((await answers(id)).sort()).toEqual(['going', 'unreachable']);
  await report({ key, state: 'failed', reason: '关机' });
  await report({ key, state: 'delivered' });
  expect(await row()).toMatchObject({ state: 'read', answer: '我去处理', reason: null });
  await app.sql(`update notification set answers = 20 where warn_id = $1`, [id]);
  await pressed('3', 9);
  expect(await answers(id)).toHaveLength(2);
});

test('a report that is played back is refused for the ten minutes in which its time holds', async () => {
  const { id, key } = await aCall();
  const [at, nonce] = [now() + 290, randomUUID()];
  const played = (body: object) => report(body, { at, nonce });
  expect((await played({ key: 'a:1', state: 'answered', digit: '1' })).status).toBe(404);
  const pressed = { key, state: 'answered', digit: '1' };
  const first = await Promise.all([1, 2, 3].map(() => played(pressed)));
  expect(first.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  await app.sql(`update push_nonce set at = at - interval '9 minutes 50 seconds'`);
  await trimNonces();
  expect((await played(pressed)).status).toBe(401);
  expect(await answers(id)).toEqual(['going']);
  await app.sql(`update push_nonce set at = at - interval '6 minutes'`);
  await trimNonces();
  expect(await app.sql('select 1 from push_nonce where nonce = $1', [nonce])).toEqual([]);
});

test('what a gateway tells of a call before it answers that it took it stands, and by its own number, too', async () => {
  beforeAnswer = (key) => report({ key, state: 'delivered' });
  const { id, row } = await aCall('delivered');
  beforeAnswer = async () => undefined;
  expect((await row())?.state).toBe('delivered');
  await until('the number', async () => (await numberOf(id)) !== null);
  const number = await numberOf(id);
  expect((await report({ callId: number, state: 'answered', digit: '1' }, { at: now() + 1 })).status).toBe(200);
  expect([await row(), await answers(id)]).toMatchObject([{ state: 'read' }, ['going']]);
  expect((await steps(id)).filter(({ note }) => note?.startsWith('语音电话已送达'))).toHaveLength(1);
});

test('a call that nobody took has failed with the gateway’s reason, and the next channel of the rung follows', async () => {
  await app.sql(`insert into channel (project_id, kind, name) values ($1, 'wecom', '值班群')`, [place.project]);
  const { id, row, key } = await aCall();
  const reason = `用户关机\u0000\u202e\n${'x'.repeat(500)}`;
  expect((await report({ key, state: 'failed', reason })).status).toBe(200);
  const failed = await row();
  expect(failed).toMatchObject({ state: 'failed', reason: expect.stringMatching(/^网关回报：「用户关机 x+」$/) });
  expect(failed?.reason).toHaveLength('网关回报：「」'.length + 100);
  await until('the next channel', async () => {
    const { count } = await app.list(
      notificationApi.getNotificationList,
      { warnId: id, channel: ['wecom'] },
      app.admin,
    );
    return count === 1;
  });
  expect((await steps(id)).some(({ note }) => note?.startsWith('语音电话没有发到 陈*：网关回报：「用户关机'))).toBe(
    true,
  );
});

test('another key than the three is no answer, and after the case has ended nothing more stands in its timeline', async () => {
  const { id, row, key } = await aCall();
  await report({ key, state: 'answered', digit: '7' });
  expect([(await row())?.state, await answers(id)]).toEqual(['delivered', []]);
  await app.sql(`update warn set status = 'done', finished_at = now() where id = $1`, [id]);
  expect((await report({ key, state: 'answered', digit: 1 }, { at: now() + 1 })).status).toBe(200);
  expect([(await row())?.answer, await answers(id)]).toEqual(['我去处理', []]);
});

test('what is not signed with the secret of this channel is refused alike, and no other channel’s message is reached', async () => {
  const { key, row } = await aCall();
  const body = { key, state: 'failed', reason: '假的' };
  const other = await app.call(
    channelApi.addChannel,
    {
      projectId: place.project,
      kind: 'voice',
      name: '另一个',
      config: { speaks: 'free', url: 'https://gateway.example.cn/', callbackSecret: `${secret}-b` },
    },
    app.admin,
  );
  const refused = [
    await report(body, { by: 'another-secret-2041' }),
    await report(body, { at: now() - 301 }),
    await report(body, { to: '999999' }),
    await report(body, { to: 'x' }),
    await report(body, { by: secret, to: other.id }),
    await fetch(`${app.url}/open/voice/${channelId}`, { method: 'POST', body: JSON.stringify(body) }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401]);
  expect((await report(body, { by: `${secret}-b`, to: other.id })).status).toBe(404);
  expect((await report('x'.repeat(5000))).status).toBe(413);
  for (const wrong of ['', '[]', 'null', '{"state":"answered"}', { key: 'a:b', state: 'gone' }])
    expect((await report(wrong)).status).toBe(400);
  for (const nowhere of ['claim:1:1:1', 'x', ':', `${'9'.repeat(30)}:${'9'.repeat(30)}`, "a:1' or 1=1"])
    expect((await report({ key: nowhere, state: 'delivered' })).status).toBe(404);
  await app.call(channelApi.updateChannelStatus, { id: channelId, status: 'disabled' }, app.admin);
  expect((await report(body)).status).toBe(401);
  await app.call(channelApi.updateChannelStatus, { id: channelId, status: 'enabled' }, app.admin);
  expect(await row()).toMatchObject({ state: 'sent', reason: null });
});

test('whatever a body says it is a report of bounded parts, or none', () => {
  const anything = fc.oneof(
    fc.string(),
    fc.json(),
    fc.object().map((value) => JSON.stringify(value)),
  );
  fc.assert(
    fc.property(anything, (body) => {
      expect(() => parseReport(body)).not.toThrow();
    }),
  );
  const reports = fc.record({
    key: fc.oneof(fc.string({ maxLength: 300 }), fc.integer()),
    callId: fc.anything(),
    state: fc.constantFrom('delivered', 'answered', 'failed'),
    digit: fc.oneof(fc.string(), fc.integer(), fc.constantFrom('__proto__', 'toString', '1', 2)),
    reason: fc.string({ unit: 'binary', maxLength: 300 }),
  });
  fc.assert(
    fc.property(reports, (value) => {
      const parsed = parseReport(JSON.stringify(value) ?? '');
      if (!parsed) return;
      expect((parsed.key ?? parsed.callId ?? '').length).toBeGreaterThan(0);
      expect(parsed.reason.length).toBeLessThanOrEqual(100);
      expect(parsed.reason).not.toMatch(/\p{Cc}/u);
      expect(['going', 'unreachable', 'mis_touch', null]).toContain(parsed.answer);
    }),
  );
});
