import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { Live } from '#server/testing/live.ts';
import { aCustomer, aDepartment, aRole, aUser, type TestUser } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';

let app: TestApp;
let user: TestUser;
let subject: string;
let home: { department: string; project: string };

beforeAll(async () => {
  app = await startApp();
  user = await aUser(app);
  const body = {
    type: 'sos',
    level: 1,
    occurredAt: new Date().toISOString(),
    note: 'x',
    customerId: await aCustomer(app),
  };
  const { data } = await app.ask({ path: '/api/warn/addWarn', body, token: user.token });
  subject = (data as { id: string }).id;
  const [place] = await app.sql<typeof home>(
    'select department_id::text as department, project_id::text as project from warn',
  );
  home = place as typeof home;
});
afterAll(() => app.stop());

const insert = `insert into event (topic, kind, permission, department_id, project_id, body)
  select 'warn', 'changed', 'warn:list', $1, $2, jsonb_build_object('id', $3::text) from generate_series(1, $4) returning id::text`;

/** Opens a separate connection that writes events. */
async function writer() {
  const client = new pg.Client({ connectionString: app.databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  const write = async (count = 1) =>
    (await client.query<{ id: string }>(insert, [home.department, home.project, subject, count])).rows.map(
      (row) => row.id,
    );
  return { client, write };
}

const idsOf = (lives: Live[]) => lives.flatMap((live) => live.warns.map((event) => event.data.eventId));

test('a stream begins before the page that asks has read, when the node remembers so far back', async () => {
  const { client, write } = await writer();
  const openAged = (ageMs: number) => Live.open(app.url, user.token, undefined, undefined, Math.ceil(ageMs));
  // The node remembers snapshots since its start, and adds some seconds to the page's age.
  await until('a node that remembers', async () => {
    const one = await openAged(0);
    one.close();
    return one.reach !== null;
  });
  const began = performance.now();
  const missed = await write(2);
  const live = await openAged(performance.now() - began);
  expect(live.reach).toBeGreaterThanOrEqual(performance.now() - began);
  const [next] = await write(1);
  await until('the event behind', () => idsOf([live]).includes(next ?? ''));
  // The start may be a little earlier than requested: earlier events are sent again.
  expect(idsOf([live]).slice(-3)).toEqual([...missed, next]);
  expect(new Set(idsOf([live])).size).toBe(idsOf([live]).length);
  live.close();
  const old = await openAged(500_000);
  expect(old.reach).toBeNull();
  expect((await until('the greeting', () => old.events[0])).event).toBe('hello');
  old.close();
  await client.end();
});

test('every event comes exactly once while many commit at once and one stays open, and none waits for the open one', async () => {
  const live = await Live.open(app.url, user.token);
  const held = await writer();
  await held.client.query('begin');
  const late = await held.write(2);
  const writers = await Promise.all(Array.from({ length: 8 }, writer));
  const written = await Promise.all(
    writers.map(async ({ write, client }) => {
      const ids: string[] = [];
      for (let n = 0; n < 40; n++) {
        await client.query('begin');
        ids.push(...(await write(1 + (n % 3))));
        await client.query(n % 10 === 9 ? 'rollback' : 'commit');
        if (n % 10 === 9) ids.splice(-(1 + (n % 3)));
      }
      return ids;
    }),
  );
  const early = written.flat();
  await until('all that is committed', () => live.warns.length >= early.length);
  expect(idsOf([live]).sort()).toEqual(early.toSorted());
  await held.client.query('commit');
  await until('what was open', () => live.warns.length >= early.length + 2);
  expect(idsOf([live]).sort()).toEqual([...early, ...late].sort());
  for (const { client } of [held, ...writers]) await client.end();
  live.close();
}, 60_000);

test('a client that is cut anywhere and comes back with its last id gets each event exactly once', async () => {
  const { client, write } = await writer();
  const open = await writer();
  const first = await Live.open(app.url, user.token);
  await until('the greeting', () => first.lastId);
  first.close();
  let lastId = first.lastId;
  const lives: Live[] = [];
  const expected: string[] = [];
  for (let round = 0; round < 25; round++) {
    if (round % 5 === 0) await open.client.query('begin');
    if (round % 5 === 2) expected.push(...(await open.write(3)));
    // One large transaction is one batch: most cuts are inside it.
    expected.push(...(await write(12)));
    if (round % 5 === 4) await open.client.query('commit');
    const live = await Live.open(app.url, user.token, lastId, 300 + round * 611);
    lives.push(live);
    await until('the cut', () => live.ended || live.warns.length >= 12);
    live.close();
    lastId = live.lastId || lastId;
  }
  const rest = await Live.open(app.url, user.token, lastId);
  lives.push(rest);
  await until('the rest', () => idsOf(lives).length >= expected.length);
  expect(idsOf(lives).sort()).toEqual(expected.sort());
  expect(lives.flatMap((live) => live.events).some((one) => one.event === 'reset')).toBe(false);
  rest.close();
  await client.end();
  await open.client.end();
}, 60_000);

test('what an id has confirmed never comes again, whichever id of a batch it was', async () => {
  const { client, write } = await writer();
  const live = await Live.open(app.url, user.token);
  await until('the greeting', () => live.lastId);
  const ids = await write(9);
  await until('the batch', () => live.warns.length === 9);
  for (const [index, event] of live.warns.entries()) {
    const again = await Live.open(app.url, user.token, event.id);
    await until('the rest of the batch', () => again.warns.length >= 8 - index);
    const [mark] = await write(1);
    await until('a new event', () => idsOf([again]).includes(mark ?? ''));
    expect(idsOf([again]).filter((id) => ids.includes(id))).toEqual(ids.slice(index + 1));
    again.close();
  }
  live.close();
  await client.end();
});

test('a cursor of another epoch, a spoilt one and one with too much behind it get a reset', async () => {
  const live = await Live.open(app.url, user.token);
  await until('the greeting', () => live.lastId);
  const good = live.lastId;
  live.close();
  const { client, write } = await writer();
  await write(5001);
  for (const id of [good.replace(/^\d/, (digit) => (digit === '9' ? '8' : '9')), 'nonsense', `${good}~x`, good]) {
    const back = await Live.open(app.url, user.token, id);
    const reset = await back.waitFor('the reset', (one) => one.event === 'reset');
    expect(reset.id).not.toBe('');
    const [mark] = await write(1);
    await until('an event behind the reset', () => idsOf([back]).includes(mark ?? ''));
    expect(idsOf([back])).toEqual([mark]);
    back.close();
  }
  await client.end();
});

test('a logout ends the stream within seconds, with its word', async () => {
  const token = await app.login(user.account, 'quiet-Harbour-2041');
  const live = await Live.open(app.url, token);
  await app.ask({ path: '/api/login/userLogout', body: {}, token });
  await until('the end', () => live.ended, 5000);
  expect(live.events.at(-1)?.event).toBe('session');
  expect((await Live.open(app.url, token)).status).toBe(401);
});

test('a session has twenty streams at most, however fast they are opened; one that is closed makes room', async () => {
  const { token } = await aUser(app);
  const lives = await Promise.all(Array.from({ length: 30 }, () => Live.open(app.url, token)));
  const open = lives.filter(({ status }) => status === 200);
  expect(open).toHaveLength(20);
  expect(lives.filter(({ status }) => status === 429)).toHaveLength(10);
  open[0]?.close();
  await until('room for one more', async () => {
    const live = await Live.open(app.url, token);
    if (live.status === 200) open.push(live);
    return live.status === 200;
  });
  for (const live of open) live.close();
});

test('disabling a person ends the stream, too', async () => {
  const other = await aUser(app);
  const live = await Live.open(app.url, other.token);
  await app.sql(`update "user" set status = 'disabled' where id = $1`, [other.id]);
  await until('the end', () => live.ended, 5000);
  expect(live.events.at(-1)?.event).toBe('session');
});

test('a stream shows what its person may see, and a change of rights counts at once', async () => {
  const elsewhere = await aUser(app, { department: await aDepartment(app) });
  const roleId = await aRole(app, { scope: 'all', permissions: [] });
  const blind = await aUser(app, { roleId });
  const [outside, without, all] = (await Promise.all(
    [elsewhere, blind, user].map((one) => Live.open(app.url, one.token)),
  )) as [Live, Live, Live];
  const { client, write } = await writer();
  const [first] = await write(1);
  await until('the event', () => idsOf([all]).includes(first ?? ''));
  await app.sql(`insert into role_menu select $1, id from menu where permission = 'warn:list'`, [roleId]);
  await app.ask({ method: 'GET', path: '/api/user/reloadCache', token: app.admin });
  await until('the new right', async () => {
    await write(1);
    return without.warns.length > 0;
  });
  expect(idsOf([without])).not.toContain(first);
  expect(idsOf([outside])).toEqual([]);
  expect(without.warns[0]?.data.warn).toMatchObject({ address: null, flags: [] });
  expect(all.warns[0]?.data.warn.address).not.toBeNull();
  for (const live of [outside, without, all]) live.close();
  await client.end();
});

test('a stream stays open while nothing happens: a comment comes every 2 seconds', async () => {
  const live = await Live.open(app.url, user.token);
  await until('the first comment', () => live.comments > 0);
  live.close();
});
