import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealLogs } from '#server/audit/seal.ts';
import { sealedLogs } from '#server/db/log/logDrop.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { startNode } from '#server/testing/node.ts';
import { aCustomer } from '#server/testing/rows.ts';
import { checkKey } from './keyCheck.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const sentence = /从已在使用这个数据库的节点复制 DATA_DIR\/secret\.key 到 .+secret\.key/;
const stranger = { key: randomBytes(32).toString('hex') };

async function keys(): Promise<unknown[]> {
  return app.sql('select * from key_check');
}

test('a node with an empty data folder does not join a database of other keys, and changes nothing in it', async () => {
  const before = await keys();
  expect(before).toHaveLength(1);
  await expect(startNode({ databaseUrl: app.databaseUrl, key: '' })).rejects.toThrow(sentence);
  expect(await keys()).toEqual(before);
});

test('a node with the copied key joins', async () => {
  const node = await startNode(app);
  expect(await node.stop()).toBe(0);
});

test('a database from before the check refuses keys that open none of its values', async () => {
  await aCustomer(app);
  await app.sql('update customer set id_no_cipher = $1', [`k1:00000000:${randomBytes(40).toString('base64url')}`]);
  await app.sql('delete from seal');
  await app.sql('delete from key_check');
  await expect(startNode({ ...stranger, databaseUrl: app.databaseUrl })).rejects.toThrow(sentence);
  expect(await keys()).toEqual([]);
});

test('a database from before the check refuses keys that do not continue its seals', async () => {
  await app.sql('update customer set id_no_cipher = null');
  await sealLogs();
  await expect(startNode({ ...stranger, databaseUrl: app.databaseUrl })).rejects.toThrow(sentence);
  expect(await keys()).toEqual([]);
  await checkKey();
  expect(await keys()).toHaveLength(1);
});

test.each(sealedLogs)('the rows of %s since the last seal are found by an index', async (log) => {
  const indexes = await app.sql<{ indexdef: string }>('select indexdef from pg_indexes where tablename = $1', [log]);
  expect(indexes.map(({ indexdef }) => indexdef)).toContainEqual(expect.stringMatching(/\(xid\)$/));
});
