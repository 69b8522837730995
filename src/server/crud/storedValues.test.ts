import { afterAll, beforeAll, expect, test } from 'vitest';
import { openKey } from '#server/core/crypto.ts';
import { temporaryFolder } from '#server/testing/folder.ts';
import { coded } from '#shared/dictionary.ts';
import { resource } from '#shared/resource.ts';
import { field } from '#shared/resourceField.ts';
import { Type } from '#shared/typebox.ts';
import { changedColumns, codedValues, decrypted, recordValues, rowValues } from './storedValues.ts';

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

test('an encrypted field that is filtered, sorted, searched or unique stops the start', () => {
  for (const options of [{ filter: 'one' }, { sort: true }, { search: true }, { unique: '已有' }] as const)
    expect(() => resource('note', '便签', { secret: field(Type.String(), { encrypted: true, ...options }) })).toThrow(
      'note.secret is encrypted',
    );
});
