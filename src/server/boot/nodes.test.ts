import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { http } from '#server/testing/http.ts';
import { Live } from '#server/testing/live.ts';
import { startNode, type TestNode } from '#server/testing/node.ts';
import { aCustomer, aDevice, aProject, aUser, type TestUser } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import { placed, TestWatch } from '#server/testing/watch.ts';

let app: TestApp;
let node: TestNode;
let user: TestUser;
beforeAll(async () => {
  app = await startApp();
  node = await startNode(app);
  user = await aUser(app);
});
afterAll(async () => {
  await node.stop();
  await app.stop();
});

async function addWarn(url: string, project?: string): Promise<string> {
  const customerId = await aCustomer(app, { project });
  const body = { customerId, type: 'sos', level: 1, occurredAt: new Date().toISOString(), note: 'x' };
  const { data } = await http(url, { path: '/api/warn/addWarn', body, token: user.token });
  return (data as { id: string }).id;
}

test('a session of one node is one of the other, and ends on both', async () => {
  const token = await app.login();
  const ask = () => http(node.url, { path: '/api/login/validateToken', body: {}, token });
  expect((await ask()).code).toBe(0);
  const live = await Live.open(node.url, token);
  await app.ask({ path: '/api/login/userLogout', body: {}, token });
  expect((await ask()).status).toBe(401);
  await until('the end of the stream', () => live.ended, 5000);
  expect(live.events.at(-1)?.event).toBe('session');
});

test('what happens on one node is told by the other, and a stream moves between them without a gap', async () => {
  const otherStream = await Live.open(node.url, user.token);
  const first = await addWarn(app.url);
  await otherStream.waitFor('the alarm', (event) => event.data.warn?.id === first);
  otherStream.close();
  const second = await addWarn(node.url);
  const ownStream = await Live.open(app.url, user.token, otherStream.lastId);
  await ownStream.waitFor('the alarm of meanwhile', (event) => event.data.warn?.id === second);
  expect(ownStream.warns.map((event) => event.data.warn.id)).toEqual([second]);
  ownStream.close();
});

test('rights that change on one node count on the other at once', async () => {
  const other = await aUser(app);
  const ask = () => http(node.url, { path: '/api/warn/getWarnCount', body: {}, token: other.token });
  expect((await ask()).code).toBe(0);
  await app.sql('delete from user_role where user_id = $1', [other.id]);
  await app.ask({ method: 'GET', path: '/api/user/reloadCache', token: app.admin });
  expect((await ask()).status).toBe(403);
});

test('one alarm taken on two nodes at once has one winner', async () => {
  const rival = await aUser(app);
  for (let round = 0; round < 5; round++) {
    const id = await addWarn(app.url);
    const claim = (url: string, token: string) => http(url, { path: '/api/warn/claimWarn', body: { id }, token });
    const answers = await Promise.all([claim(app.url, user.token), claim(node.url, rival.token)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
  }
});

test('the same frame sent to two nodes at once is one record and one press', async () => {
  const customer = await aCustomer(app);
  const { id, sn } = await aDevice(app, { customer });
  const watches = await Promise.all([app.ports.watch, node.watchPort].map((port) => TestWatch.open(port, sn)));
  const content = `AL,${placed(new Date(), '00010000')}`;
  for (let index = 0; index < 20; index++) {
    const hex = index.toString(16).toUpperCase().padStart(4, '0');
    await Promise.all(watches.map((watch) => watch.answered(watch.send(content, hex))));
  }
  expect(await app.sql('select count(*)::int as n from raw_message where device_id = $1', [id])).toEqual([{ n: 20 }]);
  expect(await app.sql('select repeat_count from warn where customer_id = $1', [customer])).toEqual([
    { repeat_count: 19 },
  ]);
  for (const watch of watches) watch.close();
});

test('with timers on two nodes each rung fires once, and goes on when a node is killed', {
  retry: 0,
  timeout: 60_000,
}, async () => {
  const project = await aProject(app, undefined, 3);
  const doomed = await startNode(app);
  // As many at once as a node has connections in the pool `alarm`.
  const ids: string[] = [];
  while (ids.length < 30) ids.push(...(await Promise.all(Array.from({ length: 6 }, () => addWarn(app.url, project)))));
  await until('the first rungs', async () => {
    const [row] = await app.sql<{ n: number }>(
      'select count(*)::int as n from warn where escalation > 0 and id = any($1)',
      [ids],
    );
    return (row?.n ?? 0) > 5;
  });
  await doomed.kill();
  await until(
    'three rungs of all',
    async () => (await app.sql('select 1 from warn where escalation < 3 and id = any($1)', [ids])).length === 0,
    30_000,
  );
  const steps = await app.sql<{ warn_id: string; rungs: number[] }>(
    `select warn_id::text, array_agg((data ->> 'rung')::int order by at) as rungs from warn_step where kind = 'escalated' and warn_id = any($1) group by 1`,
    [ids],
  );
  expect(steps).toHaveLength(ids.length);
  for (const { rungs } of steps) expect(rungs).toEqual([1, 2, 3]);
});

test('a node that stops tells its streams to move, and ends cleanly', { retry: 0 }, async () => {
  const other = await startNode(app);
  const live = await Live.open(other.url, user.token);
  expect(await other.stop()).toBe(0);
  await until('the end', () => live.ended);
  expect(live.events.at(-1)?.event).toBe('moved');
});
