import { afterAll, beforeAll, expect, test } from 'vitest';
import { notificationApi } from '#features/notification/contract.ts';
import { db } from '#server/db/db.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aBrowser, vapidClaims } from '#server/testing/browserKeys.ts';
import { aUser } from '#server/testing/rows.ts';
import { vapidKeys } from '#server/webPush/keys.ts';
import { pushRequest } from '#server/webPush/message.ts';
import { dropEnded, subscriptionsOf } from '#server/webPush/subscriptions.ts';
import { trimMessages } from './trim.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

let made = 0;
const anEndpoint = () => `https://push.example.com/send/${++made}`;
const stateOf = (token: string, endpoint?: string) =>
  app.call(notificationApi.getPushState, endpoint === undefined ? {} : { endpoint }, token);
const browsersOf = async (id: string) => (await subscriptionsOf(db, [id])).get(id) ?? [];

test('a browser takes what its person is told, until they turn it off or somebody else turns it on there', async () => {
  const [mei, lin] = [await aUser(app, { role: 'operator' }), await aUser(app, { role: 'operator' })];
  const { subscription } = aBrowser(anEndpoint());
  const { endpoint } = subscription;
  expect(await stateOf(mei.token)).toMatchObject({ on: false });

  await app.call(notificationApi.subscribePush, { ...subscription, expirationTime: null }, mei.token);
  await app.call(notificationApi.subscribePush, subscription, mei.token);
  expect(await stateOf(mei.token, endpoint)).toMatchObject({ on: true });
  expect(await stateOf(lin.token, endpoint)).toMatchObject({ on: false });
  expect(await browsersOf(mei.id)).toEqual([subscription]);

  await app.call(notificationApi.unsubscribePush, { endpoint }, lin.token);
  expect(await browsersOf(mei.id)).toEqual([subscription]);

  await app.call(notificationApi.subscribePush, subscription, lin.token);
  expect([await browsersOf(mei.id), await browsersOf(lin.id)]).toEqual([[], [subscription]]);

  await app.call(notificationApi.unsubscribePush, { endpoint }, lin.token);
  expect([await stateOf(lin.token, endpoint), await browsersOf(lin.id)]).toMatchObject([{ on: false }, []]);
});

test('people who are disabled have no browser, browsers that ended are forgotten, and of more than twenty the oldest go', async () => {
  const user = await aUser(app, { role: 'operator' });
  const all = Array.from({ length: 21 }, () => aBrowser(anEndpoint()).subscription);
  for (const one of all) await app.call(notificationApi.subscribePush, one, user.token);
  expect(await browsersOf(user.id)).toEqual(all.slice(1));

  await dropEnded(all[1]?.endpoint ?? '');
  expect(await browsersOf(user.id)).toEqual(all.slice(2));

  await app.sql(`update "user" set status = 'disabled' where id = $1`, [user.id]);
  expect(await browsersOf(user.id)).toEqual([]);
});

test('an address that leads inside, is not encrypted or brings no keys is refused', async () => {
  const { subscription } = aBrowser(anEndpoint());
  const refused = async (more: object) =>
    (await app.tryCall(notificationApi.subscribePush, { ...subscription, ...more }, app.admin)).text;
  expect(await refused({ endpoint: 'https://192.168.1.9/push' })).toContain('192.168.1.9 是内网地址');
  expect(await refused({ endpoint: 'https://a:b@push.example.com/1' })).toContain('推送地址不正确');
  expect(await refused({ endpoint: 'http://push.example.com/1' })).toContain('推送地址须以 https:// 开头');
  expect(await refused({ endpoint: 'javascript:alert(1)' })).toContain('推送地址不正确');
  expect(await refused({ keys: { ...subscription.keys, p256dh: 'x' } })).toContain('浏览器公钥不正确');
});

test('the keys are made once, whoever asks first, and lie encrypted', async () => {
  const answers = await Promise.all(Array.from({ length: 4 }, () => vapidKeys()));
  expect(new Set(answers.map(({ privateKey }) => privateKey)).size).toBe(1);
  expect(await stateOf(app.admin)).toMatchObject({ publicKey: answers[0]?.publicKey });
  const rows = await app.sql<{ private_cipher: string }>('select private_cipher from vapid_key');
  expect(rows).toEqual([{ private_cipher: expect.stringMatching(/^k1:/) }]);
});

test('a message is opened by its browser alone and signed for its push service', async () => {
  const [browser, other] = [aBrowser(anEndpoint()), aBrowser(anEndpoint())];
  const message = { title: '告警', text: '张奶奶 客厅 '.repeat(80), url: '/#/warn/sos?id=1', key: 'w1', urgent: true };
  const { url, headers, body } = await pushRequest(browser.subscription, message, 'duty@example.com');
  expect(url).toBe(browser.subscription.endpoint);
  expect(headers).toMatchObject({ TTL: '86400', Urgency: 'high', 'Content-Encoding': 'aes128gcm' });
  expect(headers.Topic).toMatch(/^[\w-]{32}$/);
  expect(body.length).toBeLessThan(4096);
  expect(JSON.parse(browser.open(body))).toEqual({
    title: '告警',
    body: message.text.slice(0, 400),
    url: '/#/warn/sos?id=1',
    tag: 'w1',
    urgent: true,
  });
  expect(() => other.open(body)).toThrow('unable to authenticate');

  const { claims, key } = vapidClaims(headers.Authorization ?? '');
  expect(claims).toMatchObject({ aud: 'https://push.example.com', sub: 'mailto:duty@example.com' });
  expect(key).toBe((await vapidKeys()).publicKey);
});

test('the text of a message goes after 30 days, and with it sending it again; who was told of what goes after three years', async () => {
  const aged = async (days: number) => {
    const [row] = await app.sql<{ id: string }>(
      `insert into notification (event, key, project_id, department_id, title, to_kind, to_id, to_cipher, text_cipher, channel, channel_id, state, created_at)
       select 'claim', $2, 1, min(id), 'x', 'user', 1, '', 'k1:x', 'sms', 1, 'failed', now() - make_interval(days => $1) from department returning id::text`,
      [days, `aged:${days}`],
    );
    return row?.id ?? '';
  };
  const ids = [await aged(29), await aged(31), await aged(1096)];
  await trimMessages();
  expect(
    await app.sql('select id::text, text_cipher is not null as text from notification where id = any($1) order by id', [
      ids,
    ]),
  ).toEqual([
    { id: ids[0], text: true },
    { id: ids[1], text: false },
  ]);
  const again = await app.tryCall(notificationApi.retryNotification, { ids: [ids[1] ?? ''] }, app.admin);
  expect(again).toMatchObject({ status: 404 });
});
