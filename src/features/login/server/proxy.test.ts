import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeWatch } from '#devices/watch/frame.ts';
import { loginApi } from '#features/login/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { anAccount, password } from '#server/testing/rows.ts';

/** App behind two chained proxies; 127.0.0.1 is not one of them. */
let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { TRUST_PROXY: '127.0.0.9, 127.0.0.16/28', PROXY_PROTOCOL: 'watch' } });
});
afterAll(() => app.stop());

const attemptLogin = (account: string, typed: string, from: string, forwarded: string) =>
  app.ask({
    path: loginApi.accountLogin.path,
    body: { account, password: typed },
    from,
    headers: { 'X-Forwarded-For': forwarded },
  });

test('behind a proxy wrong passwords lock the address that they come from and no other', async () => {
  const { account } = await anAccount(app);
  for (let index = 0; index < 5; index++)
    await attemptLogin(account, 'wrong', '127.0.0.9', `10.1.1.${index}, 203.0.113.7`);
  expect((await attemptLogin(account, password, '127.0.0.9', '203.0.113.7')).status).toBe(429);
  expect((await attemptLogin(account, password, '127.0.0.9', '127.0.0.9, 203.0.113.7, 127.0.0.17')).status).toBe(429);
  expect((await attemptLogin(account, password, '127.0.0.9', '203.0.113.8')).code).toBe(0);
});

test('a header that is no proxy’s word is ignored: neither escapes a lock nor locks somebody else', async () => {
  const { account } = await anAccount(app);
  for (let index = 0; index < 5; index++)
    await attemptLogin(account, 'wrong', '127.0.0.1', `203.0.113.${index}, 203.0.113.30`);
  expect((await attemptLogin(account, password, '127.0.0.1', '203.0.113.40')).status).toBe(429);
  expect((await attemptLogin(account, password, '127.0.0.9', '203.0.113.30')).code).toBe(0);
});

test('sessions and the login log name the real address', async () => {
  const { account, id } = await anAccount(app);
  await attemptLogin(account, password, '127.0.0.9', '1.2.3.4, 203.0.113.9');
  await attemptLogin(account, 'wrong', '127.0.0.1', '203.0.113.9');
  const log = await app.sql('select ip from login_log where account = $1 order by id', [account]);
  expect(log).toEqual([{ ip: '203.0.113.9' }, { ip: '127.0.0.1' }]);
  expect(await app.sql('select ip from session where user_id = $1', [id])).toEqual([{ ip: '203.0.113.9' }]);
});

test('the watch port of a product behind a proxy takes no connection without the header', async () => {
  const socket = connect({ port: app.ports.watch, host: '127.0.0.1', localAddress: '127.0.0.9' });
  const received: Buffer[] = [];
  socket.on('data', (bytes: Buffer) => received.push(bytes)).on('error', () => undefined);
  socket.write(encodeWatch('3G', '8800000015', 'LK'));
  await new Promise((resolve) => socket.once('close', resolve));
  expect(received).toEqual([]);
});
