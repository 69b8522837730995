import { afterAll, beforeAll, expect, test } from 'vitest';
import { secretHash } from '#server/core/crypto.ts';
import { db } from '#server/db/db.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aKey } from '#server/testing/rows.ts';
import displayKeys, { endDisplayKey, resetDisplayKey } from './displayKey.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const bearerOf = async (key: string) => (await displayKeys.bearerOf(secretHash(key), '127.0.0.1'))?.id ?? null;

test('a display has one key: a new one ends the one before', async () => {
  const { id, key } = await aKey.display(app);
  const reset = () => db.transaction((tx) => resetDisplayKey(tx, id));
  const next = await reset();
  expect([await bearerOf(key), await bearerOf(next)]).toEqual([null, id]);
  const keys = await Promise.all([reset(), reset(), reset()]);
  const bearers = await Promise.all(keys.map(bearerOf));
  expect(bearers.filter((bearer) => bearer === id)).toHaveLength(1);
});

test('a display without its key opens for nobody, however long it hung there', async () => {
  const { id, key } = await aKey.display(app);
  await app.sql(
    `update display_key set created_at = now() - interval '3 years', last_at = now() - interval '2 years' where display_id = $1`,
    [id],
  );
  expect(await bearerOf(key)).toBe(id);
  await db.transaction((tx) => endDisplayKey(tx, id));
  expect(await bearerOf(key)).toBe(null);
});
