import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { notificationApi } from '#features/notification/contract.ts';
import { db } from '#server/db/db.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aBrowser, type TestBrowser, vapidClaims } from '#server/testing/browserKeys.ts';
import { openLoopback } from '#server/testing/loopback.ts';
import { aUser, type TestUser } from '#server/testing/rows.ts';
import { vapidKeys } from '#server/webPush/keys.ts';
import { subscriptionsOf } from '#server/webPush/subscriptions.ts';
import type { OutboundMessage, SendResult } from './adapter.ts';
import { adapterOf } from './find.ts';

/** Requests of a push service that answers as the path says. */
const received: { path: string; headers: IncomingMessage['headers']; body: Buffer }[] = [];
const hanging = new Set<ServerResponse>();
const service = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const { url: path = '', headers } = request;
    received.push({ path, headers, body: Buffer.concat(parts) });
    const [, outcome = '', id] = path.split('/');
    if (outcome === 'hang') hanging.add(response);
    else response.writeHead(Number(outcome), { location: `/message/${id}` }).end(outcome === '403' ? 'wrong key' : '');
  });
});
let base = '';
let app: TestApp;
beforeAll(async () => {
  openLoopback();
  app = await startApp();
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterEach(() => received.splice(0));
afterAll(async () => {
  service.closeAllConnections();
  service.close();
  await app.stop();
});

const message: OutboundMessage = {
  key: 'w17-new',
  title: 'SOS 告警',
  text: '张女士 梧桐苑 9幢 按下求助',
  spoken: '',
  url: '/#/warn/sos?id=17',
  level: 1,
};

/** Creates a user with one browser per answer of the push service. */
async function userWithBrowsers(...answers: string[]): Promise<{ user: TestUser; browsers: TestBrowser[] }> {
  const user = await aUser(app, { role: 'operator' });
  const browsers = answers.map((answer, index) => aBrowser(`${base}/${answer}/${user.id}-${index}`));
  for (const { subscription } of browsers) await app.call(notificationApi.subscribePush, subscription, user.token);
  return { user, browsers };
}

const browsersOf = async ({ id }: TestUser) => (await subscriptionsOf(db, [id])).get(id) ?? [];

async function send(user: TestUser, overrides: Partial<OutboundMessage> = {}, signal = new AbortController().signal) {
  const adapter = await adapterOf('web_push');
  const to = { kind: 'user' as const, id: user.id, name: user.name, mobile: null, email: null };
  const subscriptions = await browsersOf(user);
  return adapter?.send(
    { contact: 'duty@example.com' },
    { ...to, subscriptions },
    { ...message, ...overrides },
    signal,
  ) as Promise<SendResult>;
}

test('each browser of a person gets the message, encrypted for it and signed for its push service', async () => {
  const { user, browsers } = await userWithBrowsers('201', '201');
  expect(await send(user)).toEqual({ state: 'sent', providerId: expect.stringContaining(`/message/${user.id}-`) });
  await expect.poll(() => received.length).toBe(2);
  for (const { path, headers, body } of received) {
    const browser = browsers.find(({ subscription }) => subscription.endpoint === `${base}${path}`);
    expect(JSON.parse(browser?.open(body) ?? '')).toEqual({
      title: message.title,
      body: message.text,
      url: message.url,
      tag: message.key,
      urgent: true,
    });
    expect(headers).toMatchObject({ ttl: '86400', urgency: 'high', 'content-encoding': 'aes128gcm' });
    const { claims, key } = vapidClaims(headers.authorization ?? '');
    expect(claims).toMatchObject({ aud: base, sub: 'mailto:duty@example.com' });
    expect(key).toBe((await vapidKeys()).publicKey);
  }
});

test('a browser that is gone is forgotten, and the others are reached all the same', async () => {
  const { user, browsers } = await userWithBrowsers('410', '201', '404');
  expect(await send(user, { level: null })).toMatchObject({ state: 'sent' });
  expect(received.find(({ path }) => path.startsWith('/201'))?.headers).toMatchObject({
    ttl: '3600',
    urgency: 'normal',
  });
  await expect.poll(() => browsersOf(user)).toEqual([browsers[1]?.subscription]);

  const { user: endedUser } = await userWithBrowsers('410');
  expect(await send(endedUser)).toEqual({ state: 'failed', reason: '浏览器已不再接收推送', retryable: false });
  expect(await send(endedUser)).toEqual({ state: 'failed', reason: '没有开启推送的设备', retryable: false });
});

test('a message is sent once one browser has it, while another one is still waited for', async () => {
  const { user, browsers } = await userWithBrowsers('hang', '201');
  expect(await send(user)).toEqual({ state: 'sent', providerId: `/message/${user.id}-1` });
  await expect.poll(() => hanging.size).toBe(1);
  for (const response of hanging) response.writeHead(410).end();
  hanging.clear();
  await expect.poll(() => browsersOf(user)).toEqual([browsers[1]?.subscription]);
});

test('what may pass is tried again, what is wrong is not', async () => {
  const failure = async (...answers: string[]) => send((await userWithBrowsers(...answers)).user);
  expect(await failure('503')).toEqual({ state: 'failed', reason: '对方回答 503', retryable: true });
  expect(await failure('429')).toMatchObject({ retryable: true });
  expect(await failure('403')).toEqual({ state: 'failed', reason: '对方回答 403：「wrong key」', retryable: false });
  expect(await failure('403', '500')).toMatchObject({ retryable: true });
});

test('a push service that hangs is left when the time is over', async () => {
  const { user } = await userWithBrowsers('hang');
  const ending = new AbortController();
  const sent = send(user, {}, ending.signal);
  await expect.poll(() => hanging.size).toBe(1);
  ending.abort();
  expect(await sent).toEqual({ state: 'failed', reason: '127.0.0.1 没有及时回答', retryable: true });
});
