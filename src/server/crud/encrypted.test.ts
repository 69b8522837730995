import { afterAll, beforeAll, expect, test } from 'vitest';
import { reencryptAll } from '#server/boot/keyRotation.ts';
import { encryptWith, searchHash } from '#server/core/crypto.ts';
import { addColumnKey } from '#server/core/keyFile.ts';
import { config } from '#server/core/runtime.ts';
import { system, type Viewer } from '#server/core/viewer.ts';
import { ciphers } from '#server/db/ciphers.ts';
import { withCommandLog } from '#server/feature/cmdLog.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aUser } from '#server/testing/rows.ts';
import { resource } from '#shared/resource.ts';
import { field } from '#shared/resourceField.ts';
import { Type } from '#shared/typebox.ts';
import { crud } from './crud.ts';

const memo = resource('memo', '便签', {
  name: field(Type.String({ title: '名称' }), { required: true, search: true }),
  words: field(Type.String({ title: '内容', maxLength: 200 }), { encrypted: true, sensitive: 'secret' }),
  paper: field(Type.String({ title: '证件号' }), { encrypted: 'hashed', sensitive: 'text' }),
  door: field(Type.String({ title: '门锁' }), { encrypted: true, dbColumn: 'doorCipher', immutable: '不能修改' }),
});
const memos = crud(memo);

let app: TestApp;
let viewer: Viewer;
beforeAll(async () => {
  app = await startApp();
  await app.sql(`create table memo (id bigint primary key default nextval('id_seq'), name text not null,
    words_cipher text, paper_cipher text, paper_hash bytea, paper_tail_hash bytea, door_cipher text,
    version int not null default 1, created_at timestamptz not null default now(), created_by bigint,
    updated_at timestamptz not null default now(), updated_by bigint, deleted_at timestamptz)`);
  await app.sql(`select watch_changes(array['memo'])`);
  viewer = { ...system('test'), userId: (await aUser(app, { role: 'admin' })).id };
});
afterAll(() => app.stop());

const told = { name: '甲', words: '青霉素过敏', paper: '330102193801010018', door: '2580#' };
const storedRow = async (id: string) =>
  (await app.sql<Record<string, unknown>>('select * from memo where id = $1', [id]))[0];
const recorded = async (id: string) => {
  const rows = await app.sql<{ changes: Record<string, unknown> }>(
    `select changes from change_log where table_name = 'memo' and row_id = $1 order by id`,
    [id],
  );
  return rows.map(({ changes }) => changes);
};

test('a row holds ciphers and hashes alone; a list masks them, the record has the texts', async () => {
  const { id } = await memos.add(viewer, told);
  const row = await storedRow(id);
  expect(JSON.stringify(row)).not.toMatch(/青霉素|330102193801010018|2580/);
  expect(row?.paper_hash).toEqual(searchHash(told.paper));
  const { rows } = await memos.list(viewer, { keyword: '甲' });
  expect(rows).toMatchObject([{ id, words: null, door: '2580#' }]);
  expect(rows[0]?.paper).not.toBe(told.paper);
  expect(await memos.get(viewer, { id })).toMatchObject(told);
});

test('the log says that a text changed, neither the text nor its hashes', async () => {
  const { id } = await memos.add(viewer, told);
  await memos.edit(viewer, { id, version: 1, words: '头孢过敏', paper: null });
  const [added, edited] = await recorded(id);
  expect(added).toMatchObject({ name: [null, '甲'], words_cipher: [null, '***'], paper_cipher: [null, '***'] });
  expect(Object.keys(added ?? {}).filter((column) => column.endsWith('_hash'))).toEqual([]);
  expect(edited).toEqual({ words_cipher: ['***', '***'], paper_cipher: ['***', null] });
  expect(await storedRow(id)).toMatchObject({ paper_cipher: null, paper_hash: null, paper_tail_hash: null });
});

test('the command log says which texts a call gives, not the texts', async () => {
  const { id } = await memos.add(viewer, told);
  const input = { id, version: 1, ...told, words: null };
  const endpoint = memo.edit({ permission: 'memo:edit' });
  const info = { ip: '127.0.0.1', agent: 'test', token: null, file: null };
  await withCommandLog({ endpoint, viewer, input, info, started: performance.now() }, () => memos.edit(viewer, input));
  const logged = await app.sql('select input from cmd_log where path = $1', [endpoint.path]);
  const texts = { words: null, paper: '***', door: '***' };
  expect(logged).toEqual([{ input: { id, version: 1, name: '**', ...texts } }]);
  const { properties } = endpoint.input as { properties: Record<string, { unlogged?: true }> };
  expect([properties.name?.unlogged, properties.words?.unlogged]).toEqual([undefined, true]);
  expect(memo.partialInput('paper').paper).toMatchObject({ unlogged: true });
});

test('an edit with equal texts is no change: no cipher, no version, no entry in the log', async () => {
  const { id } = await memos.add(viewer, told);
  const before = await storedRow(id);
  expect(await memos.edit(viewer, { id, version: 1, ...told })).toEqual({ id, version: 1 });
  expect(await storedRow(id)).toEqual(before);
  expect(await recorded(id)).toHaveLength(1);
  expect(await memos.edit(viewer, { id, version: 1, ...told, words: '无' })).toEqual({ id, version: 2 });
});

test('a conflict names the fields, with their present texts as a list shows them', async () => {
  const { id } = await memos.add(viewer, told);
  await memos.edit(viewer, { id, version: 1, words: '无', paper: '110105194912310021' });
  const shown = (await memos.list(viewer, { keyword: '甲' })).rows.find((row) => row.id === id)?.paper;
  await expect(memos.edit(viewer, { id, version: 1, words: '别的' })).rejects.toMatchObject({
    status: 409,
    data: {
      version: 2,
      changes: [
        { field: 'paper', old: null, new: shown },
        { field: 'words', old: null, new: null },
      ],
    },
  });
});

test('an immutable text may be sent again as it is', async () => {
  const { id } = await memos.add(viewer, told);
  expect(await memos.edit(viewer, { id, version: 1, door: '2580#', words: '无' })).toMatchObject({ version: 2 });
  await expect(memos.edit(viewer, { id, version: 2, door: '1111#' })).rejects.toMatchObject({ status: 400 });
});

test('the key rotation finds every encrypted column of the resource', async () => {
  const names = (await ciphers()).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['memo.words_cipher', 'memo.paper_cipher', 'memo.door_cipher']));
  const { id } = await memos.add(viewer, told);
  const before = await storedRow(id);
  const newKey = addColumnKey(config().dataDir);
  expect(encryptWith(newKey)).toBe(true);
  await reencryptAll();
  const after = await storedRow(id);
  for (const column of ['words_cipher', 'paper_cipher', 'door_cipher']) {
    expect(after?.[column]).toMatch(new RegExp(`^k1:${newKey}:`));
    expect(after?.[column]).not.toBe(before?.[column]);
  }
  expect(after).toMatchObject({ version: 1, paper_hash: before?.paper_hash });
  expect(await recorded(id)).toHaveLength(1);
  expect(await memos.get(viewer, { id })).toMatchObject(told);
});
