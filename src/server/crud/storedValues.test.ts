import { afterAll, beforeAll, expect, test } from 'vitest';
import { openKey } from '#server/core/crypto.ts';
import { temporaryFolder } from '#server/testing/folder.ts';
import { coded } from '#shared/dictionary.ts';
import { resource } from '#shared/resource.ts';
import { field } from '#shared/resourceField.ts';
import { type TSchema, Type } from '#shared/typebox.ts';
import {
  changedColumns,
  changesByField,
  codedValues,
  decrypted,
  isUnchanged,
  recordValues,
  replacedTexts,
  resourceValues,
  rowValues,
} from './storedValues.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
  openKey(folder.path);
});
afterAll(() => folder.remove());

const note = resource('note', '便签', {
  title: field(Type.String({ title: '标题' }), { required: true }),
  secret: field(Type.String({ title: '密语' }), {
    encrypted: true,
    dbColumn: 'hiddenCipher',
    output: false,
    record: true,
  }),
  idNo: field(Type.String({ title: '证件号' }), { encrypted: 'hashed' }),
  kind: field(coded('customer_tag', '类别')),
  figure: field(Type.Integer(), { editable: false, dbColumn: false }),
});

test('an encrypted field is written to its cipher, with hashes where it is found by them', () => {
  const columns = changedColumns(
    note.fields,
    { title: '甲', secret: '门锁1234', idNo: '330102193801010018', figure: 3 },
    null,
  );
  expect(Object.keys(columns)).toEqual(['title', 'hiddenCipher', 'idNoCipher', 'idNoHash', 'idNoTailHash']);
  expect(columns.hiddenCipher).not.toContain('1234');
  expect(decrypted(columns.hiddenCipher)).toBe('门锁1234');
});

test('an equal text is not written again, an emptied one clears cipher and hashes', () => {
  const row = changedColumns(note.fields, { title: '甲', secret: '门锁1234', idNo: '330102193801010018' }, null);
  expect(changedColumns(note.fields, { title: '甲', secret: '门锁1234', idNo: '330102193801010018' }, row)).toEqual({});
  expect(changedColumns(note.fields, { secret: null, idNo: '' }, row)).toEqual({
    ...{ hiddenCipher: null, idNoCipher: null, idNoHash: null, idNoTailHash: null },
  });
});

test('a record has what a row has, and the fields of the record alone; both are decrypted', () => {
  const row = { ...changedColumns(note.fields, { title: '甲', secret: '门锁1234', idNo: '0018' }, null), kind: null };
  expect(rowValues(note, row)).toEqual({ title: '甲', idNo: '0018', kind: null });
  expect(recordValues(note, row)).toEqual({ title: '甲', secret: '门锁1234', idNo: '0018', kind: null });
  expect(Object.keys(note.recordProps)).toEqual(['title', 'secret', 'idNo', 'kind', 'figure']);
});

test('a code is checked unless the row has it already', () => {
  expect(codedValues(note.fields, { title: '甲', kind: 'new' }, { kind: 'old' })).toEqual([
    { type: 'customer_tag', value: 'new', field: 'kind' },
  ]);
  expect(codedValues(note.fields, { kind: 'old' }, { kind: 'old' })).toEqual([]);
});

test('an encrypted field that is filtered, sorted, searched, unique, no text or in another column stops the start', () => {
  const declare = (options: object, schema: TSchema = Type.String()) =>
    resource('note', '便签', { secret: field(schema, { encrypted: true, ...options }) });
  for (const options of [{ filter: 'one' }, { sort: true }, { search: true }, { unique: '已有' }] as const)
    expect(() => declare(options)).toThrow('note.secret is encrypted');
  expect(() => declare({}, Type.Integer())).toThrow('it must be a text');
  expect(() => declare({ dbColumn: 'hidden' })).toThrow('must end with _cipher');
  expect(() => declare({ dbColumn: false })).toThrow('must end with _cipher');
});

test('a list filters by no encrypted text but a hashed one, an export has it masked or not at all', () => {
  expect(() => note.list({ filters: { secret: Type.Optional(Type.String()) } })).toThrow('cannot filter by it');
  expect(Object.keys(note.list({ filters: { idNo: Type.Optional(Type.String()) } }).input.properties)).toContain(
    'idNo',
  );
  expect(() => note.export(note.list())).toThrow('its export needs sensitive');
  const hidden = { encrypted: true, export: false } as const;
  const safe = resource('note', '便签', {
    secret: field(Type.String({ title: '密语' }), hidden),
    number: field(Type.String({ title: '证件号' }), { encrypted: true, sensitive: 'text' }),
  });
  expect(safe.export(safe.list())).toMatchObject({ columns: { number: '证件号' }, personal: ['number'] });
});

test('what an import replaces is told by column, and an equal text is no change', () => {
  const row = changedColumns(note.fields, { title: '甲', secret: '门锁1234', idNo: '0018' }, null);
  expect(replacedTexts(note, { title: '乙', secret: '新' }, row)).toEqual({ hidden_cipher: '门锁1234' });
  const same = { title: '甲', secret: '门锁1234' };
  expect(isUnchanged(note, same, resourceValues(note, same, row), row)).toBe(true);
  const other = { ...same, title: '乙' };
  expect(isUnchanged(note, other, resourceValues(note, other, row), row)).toBe(false);
  expect(isUnchanged(note, { ...same, tagIds: [] }, {}, row)).toBe(false);
});

test('a conflict has the names of the fields and no hashes', () => {
  const changes = ['title', 'hiddenCipher', 'idNoCipher', 'idNoHash', 'idNoTailHash'].map((name) => ({ field: name }));
  expect(changesByField(note, changes).map((change) => change.field)).toEqual(['title', 'secret', 'idNo']);
});
