import { describe, expect, test } from 'vitest';
import { nullable, strict } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';
import type { Field, FormValues } from './types.ts';
import { cleanValues, conflictOf, fieldOf, firstPerField, serverProblems, validateForm } from './values.ts';

const schema = strict({
  name: Type.String({ pattern: '^.{2,20}$', title: '姓名', msg: '请输入2-20位姓名' }),
  gender: Type.Integer({ minimum: 0, maximum: 2, title: '性别' }),
  mobile: Type.Optional(Type.String({ pattern: '^1[3-9]\\d{9}$', title: '手机号', msg: '请输入正确的手机号' })),
  idNo: Type.Optional(Type.String({ pattern: '^\\d{17}[0-9X]$', title: '身份证号' })),
  reason: Type.Optional(nullable(Type.String({ maxLength: 5, title: '原因' }))),
});

const fields: readonly Field[] = [
  { kind: 'text', field: 'name', label: '姓名' },
  { kind: 'idNo', field: 'idNo', label: '身份证号' },
  { kind: 'select', field: 'gender', label: '性别', options: [] },
  { kind: 'phone', field: 'mobile', label: '手机' },
  { kind: 'text', field: 'reason', label: '原因', shown: ({ gender }) => gender === 0 },
];
const now = Date.parse('2026-11-20T01:00:00Z');
const problemsOf = (values: FormValues, rules = {}) =>
  validateForm(values, { fields, schema, now, ...rules }).map(({ field, msg }) => `${field} ${msg}`);

describe('judging a form', () => {
  test('problems stand in the order of the fields, one for each', () => {
    expect(problemsOf({ mobile: '138', idNo: '331102194405210423' })).toEqual([
      'name 请填写姓名',
      'idNo 身份证号校验位不正确',
      'gender 请选择性别',
      'mobile 请输入正确的手机号',
    ]);
  });

  test('a field that is not shown holds nothing back, whoever asks for it', () => {
    const asked = fields.map((field) => (field.field === 'reason' ? { ...field, required: true } : field));
    const rules = [{ field: 'reason', rule: 'own', check: () => '请说明原因' }];
    const valid = { name: '王桂兰', gender: 2 };
    expect(problemsOf(valid, { fields: asked, rules, schema: { ...schema, required: ['name', 'reason'] } })).toEqual(
      [],
    );
    expect(problemsOf({ ...valid, gender: 0 }, { fields: asked })).toEqual(['reason 请填写原因']);
  });

  test('a right form has none', () => {
    expect(problemsOf({ name: '王桂兰', gender: 2, mobile: '13800005678' })).toEqual([]);
  });

  test('blanks around a text and in numbers do not count', () => {
    expect(problemsOf({ name: ' 王桂兰 ', gender: 2, mobile: '138 0000 5678', idNo: '110105 19491231 002x' })).toEqual(
      [],
    );
    expect(cleanValues({ mobile: '138 0000 5678', idNo: '110105 19491231 002x', name: ' 王 桂 ' }, fields)).toEqual({
      mobile: '13800005678',
      idNo: '11010519491231002X',
      name: '王 桂',
    });
  });

  test('a text of blanks is an absent one', () => {
    expect(problemsOf({ name: '  ', gender: 1 })).toEqual(['name 请填写姓名']);
  });

  test('a field that is not shown is neither judged nor sent', () => {
    expect(problemsOf({ name: '王桂兰', gender: 1, reason: '太长的一段原因' })).toEqual([]);
    expect(cleanValues({ gender: 1, reason: '有' }, fields)).toEqual({ gender: 1 });
    expect(problemsOf({ name: '王桂兰', gender: 0, reason: '太长的一段原因' })).toEqual(['reason 原因最多5个字']);
  });

  test('a field that is not shown is not asked for, though it has to be filled when it is', () => {
    const url: Field = {
      kind: 'text',
      field: 'url',
      label: '地址',
      required: true,
      shown: ({ type }) => type === 'menu',
    };
    const asked = (type: string) => validateForm({ type }, { fields: [url], now }).map(({ field }) => field);
    expect([asked('dir'), asked('menu')]).toEqual([[], ['url']]);
  });

  test('a rule over several fields speaks at its own field, after what the field itself is told', () => {
    const rules = [
      {
        field: 'mobile',
        rule: 'either',
        check: (values: object) => ('mobile' in values ? undefined : '手机、座机至少填一项'),
      },
    ];
    expect(problemsOf({ name: '王桂兰', gender: 1 }, { rules })).toEqual(['mobile 手机、座机至少填一项']);
    expect(problemsOf({ name: '王桂兰', gender: 1, mobile: '1' }, { rules })).toEqual(['mobile 请输入正确的手机号']);
  });
});

describe('what the server says', () => {
  test('a problem deep in a list belongs to the field of the list', () => {
    const list: readonly Field[] = [
      ...fields,
      { kind: 'custom', field: 'contacts', label: '联系人', control: () => null },
    ];
    expect(fieldOf('contacts.0.mobile', list)).toBe('contacts');
    expect(fieldOf('mobile', list)).toBe('mobile');
    expect(fieldOf('elsewhere', list)).toBe('elsewhere');
  });

  test('a problem of no field comes last and is not lost', () => {
    const problems = [
      { field: 'version', rule: 'required', msg: '请填写版本' },
      { field: 'name', rule: 'unique', msg: '已有同名' },
    ];
    expect(firstPerField(problems, fields).map(({ field }) => field)).toEqual(['name', 'version']);
  });

  test('an answer without field problems or version gives none', () => {
    expect(serverProblems(null)).toEqual([]);
    expect(serverProblems({ errors: 'x' })).toEqual([]);
    expect(serverProblems({ errors: [{ field: 'name', rule: 'x', msg: '坏' }, { field: 1 }] })).toHaveLength(1);
    expect(conflictOf('已由 王磊 接警', { handlerName: '王磊' })).toBeUndefined();
  });

  test('a conflict tells who, when and what', () => {
    const data = { version: 8, updatedBy: '李静', updatedAt: '2026-11-20T01:32:00.000Z', changes: [] };
    expect(conflictOf('数据已被 李静 于 09:32 修改，请刷新', data)).toMatchObject({ version: 8, updatedBy: '李静' });
  });
});
