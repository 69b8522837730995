import { expect, test } from 'vitest';
import { nullable, post, strict } from '#shared/endpoint.ts';
import { problemsOf } from '#shared/rule/rules.ts';
import { Type } from '#shared/typebox.ts';
import { inputFromForm, schemaForForm } from './formInput.ts';
import type { Field } from './types.ts';

const edit = post('/api/thing/editThing', {
  title: '编辑',
  permission: 'login',
  input: {
    name: Type.String({ title: '名称' }),
    note: Type.Optional(nullable(Type.String())),
    sort: Type.Optional(Type.Integer()),
    links: Type.Array(Type.String(), { title: '链接' }),
    kinds: Type.Array(Type.String(), { minItems: 1, title: '类别' }),
  },
  output: strict({}),
});
const fields = ['name', 'note', 'sort', 'links', 'kinds'].map(
  (field): Field => ({ kind: 'text', field, label: field }),
);

test('what was emptied goes as null or as no entries where the call takes that, and is left out elsewhere', () => {
  expect(inputFromForm(edit, { name: '甲', kinds: ['a'] }, fields)).toEqual({
    name: '甲',
    note: null,
    links: [],
    kinds: ['a'],
  });
});

test('a field that is not in the form, or stands there as undefined on purpose, is left as it is', () => {
  expect(inputFromForm(edit, { name: '甲', kinds: ['a'], note: undefined }, fields).note).toBeUndefined();
  expect(inputFromForm(edit, { name: '甲', kinds: ['a'], links: ['x'] }, fields.slice(0, 1))).not.toHaveProperty(
    'note',
  );
});

test('a form that holds more than its call takes is judged by the call’s own fields', () => {
  const held = { name: '甲', kinds: ['a'], papers: [{ id: '1' }] };
  expect(problemsOf(schemaForForm(edit, fields), held)).toMatchObject([{ field: 'papers' }]);
  expect(problemsOf(schemaForForm(edit, fields, true), held)).toEqual([]);
  expect(problemsOf(schemaForForm(edit, fields, true), { ...held, name: 1 })).toMatchObject([{ field: 'name' }]);
});

test('what the call would refuse is not sent', () => {
  expect(() => inputFromForm(edit, { name: '甲' }, fields)).toThrow('请选择类别');
  expect(() => inputFromForm(edit, { name: '甲', kinds: ['a'], other: 1 }, fields)).toThrow('有不认识的字段');
});

test('a list that may be empty need not be filled in', () => {
  expect(schemaForForm(edit, fields)).toMatchObject({ required: ['name', 'kinds'] });
});

test('a field that stands apart is neither judged nor sent; emptied it goes as null where the call takes that', () => {
  const separate: Field[] = [
    ...fields.slice(0, 1),
    { kind: 'text', field: 'note', label: 'note', savedSeparately: true },
  ];
  const rest = { name: '甲', kinds: ['a'], links: [] };
  expect(schemaForForm(edit, separate)).toMatchObject({ properties: { note: {} } });
  expect(inputFromForm(edit, { ...rest, note: 5 }, separate)).toEqual(rest);
  expect(inputFromForm(edit, rest, separate)).toEqual({ ...rest, note: null });
});
