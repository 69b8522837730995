import { afterAll, beforeAll, expect, test } from 'vitest';
import { secretHash } from '#server/core/crypto.ts';
import { db } from '#server/db/db.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aKey } from '#server/testing/rows.ts';
import browserKeys, { addBrowserKey, endBrowserKeys } from './browserKey.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const add = (id: string, browser: string) => db.transaction((tx) => addBrowserKey(tx, id, browser));
const bearerOf = async (key: string) => (await browserKeys.bearerOf(secretHash(key), '127.0.0.1'))?.id ?? null;
const open = async (id: string) =>
  (
    await app.sql<{ browser: string | null }>(
      'select browser from customer_user_session where customer_user_id = $1 and ended_at is null order by id',
      [id],
    )
  ).map(({ browser }) => browser);

test('the sixth browser takes the place of the one unused longest', async () => {
  const { id, key: first } = await aKey.family(app);
  await app.sql(
    `update customer_user_session set browser = 'first', last_at = now() - interval '2 days' where customer_user_id = $1`,
    [id],
  );
  const keys: string[] = [];
  for (const browser of ['second', 'third', 'fourth', 'fifth']) keys.push(await add(id, browser));
  await app.sql(`update customer_user_session set last_at = now() - interval '3 days' where browser = 'third'`);
  const sixth = await add(id, 'sixth');
  expect(await open(id)).toEqual(['first', 'second', 'fourth', 'fifth', 'sixth']);
  expect([await bearerOf(first), await bearerOf(keys[1] ?? ''), await bearerOf(sixth)]).toEqual([id, null, id]);
});

test('of keys that are given at the same time five are left', async () => {
  const { id } = await aKey.family(app);
  await Promise.all(Array.from({ length: 9 }, (_, n) => add(id, `b${n}`)));
  expect(await open(id)).toHaveLength(5);
});

test('browsers end one by one or all at once, and nobody else’s with them', async () => {
  const [mine, theirs] = [await aKey.family(app), await aKey.family(app)];
  const second = await add(mine.id, 'second');
  const [session] = await app.sql<{ id: string }>(
    `select id::text from customer_user_session where customer_user_id = $1 and browser = 'second'`,
    [mine.id],
  );
  const end = (sessionIds?: string[]) => db.transaction((tx) => endBrowserKeys(tx, mine.id, sessionIds));
  expect(await end([session?.id ?? ''])).toBe(1);
  expect([await bearerOf(second), await bearerOf(mine.key)]).toEqual([null, mine.id]);
  expect(await end()).toBe(1);
  expect([await bearerOf(mine.key), await bearerOf(theirs.key)]).toEqual([null, theirs.id]);
});
