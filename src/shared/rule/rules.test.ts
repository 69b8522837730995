import fc from 'fast-check';
import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { Type } from '#shared/typebox.ts';
import { Id, Instant, nullable, strict } from '../endpoint.ts';
import { ruleMessage } from './ruleMessage.ts';
import { problemsOf } from './rules.ts';

const CustomerSchema = strict({
  name: Type.String({ minLength: 2, maxLength: 4, title: '姓名' }),
  mobile: Type.Optional(Type.String({ pattern: '^1[3-9]\\d{9}$', title: '手机号', msg: '请输入正确的手机号' })),
  age: Type.Optional(Type.Integer({ minimum: 0, maximum: 120, title: '年龄' })),
  gender: Type.Optional(nullable(Type.Enum([1, 2], { title: '性别' }))),
  tags: Type.Optional(
    Type.Array(Type.String({ maxLength: 3, title: '标签' }), { maxItems: 2, uniqueItems: true, title: '标签' }),
  ),
  contacts: Type.Optional(Type.Array(strict({ phone: Type.String({ pattern: '^\\d{3,}$', title: '电话' }) }))),
  id: Type.Optional(Id),
  at: Type.Optional(Instant),
});

const msgs = (value: unknown) => problemsOf(CustomerSchema, value).map(({ field, msg }) => `${field} ${msg}`);

describe('rules of a contract', () => {
  test('a right value has no problem', () => {
    expect(
      problemsOf(CustomerSchema, { name: '王桂兰', mobile: '13800005678', age: 82, gender: null, tags: ['独居'] }),
    ).toEqual([]);
  });

  test('the title of the schema is the name of the field in the sentence', () => {
    expect(msgs({})).toEqual(['name 请填写姓名']);
    expect(msgs({ name: '王' })).toEqual(['name 姓名至少2个字']);
    expect(msgs({ name: '王桂兰', age: 121 })).toEqual(['age 年龄不能大于 120']);
    expect(msgs({ name: '王桂兰', age: 1.5 })).toEqual(['age 年龄须为整数']);
  });

  test('a sign that no database holds is refused with the field in which it stands', () => {
    const msg = '姓名中有不能保存的字符';
    expect(msgs({ name: '王\0兰' })).toEqual([`name ${msg}`]);
    expect(msgs({ name: '王\ud83d' })).toEqual([`name ${msg}`]);
    expect(msgs({ name: '王👵' })).toEqual([]);
  });

  test('msg of the schema stands for every rule but required', () => {
    expect(msgs({ name: '王桂兰', mobile: '1380000567' })).toEqual(['mobile 请输入正确的手机号']);
    expect(msgs({ name: '王桂兰', mobile: 13 })).toEqual(['mobile 请输入正确的手机号']);
    expect(ruleMessage('required', { title: '手机号', msg: '请输入正确的手机号' })).toBe('请填写手机号');
  });

  test('what is picked from a list is to be chosen, what is typed is to be filled in', () => {
    expect(ruleMessage('required', { title: '性别', enum: [1, 2] })).toBe('请选择性别');
    expect(ruleMessage('required', { title: '标签', type: 'array' })).toBe('请选择标签');
  });

  test('problems in lists name the place as a dotted path', () => {
    expect(msgs({ name: '王桂兰', contacts: [{ phone: '120' }, { phone: '12' }] })).toEqual([
      'contacts.1.phone 电话格式不正确',
    ]);
  });

  test('unknown fields are refused', () => {
    expect(problemsOf(CustomerSchema, { name: '王桂兰', x: 1 })).toEqual([
      { field: 'x', rule: 'additionalProperties', msg: '有不认识的字段' },
    ]);
  });

  test('of a value that may be null the sentence speaks of the other kind', () => {
    expect(msgs({ name: '王桂兰', gender: 3 })).toEqual(['gender 性别不在可选范围内']);
  });

  test('a rare character counts as one', () => {
    expect(msgs({ name: '𠮷𠮷𠮷𠮷' })).toEqual([]);
  });

  test('a day that does not exist is no date', () => {
    const Day = Type.String({ format: 'date', title: '出生日期' });
    expect(problemsOf(Day, '2026-02-29').map(({ msg }) => msg)).toEqual(['出生日期须为日期（如 2026-11-20）']);
    expect(problemsOf(Day, '2024-02-29')).toEqual([]);
  });

  test('an end before its beginning is refused at the end, in a sentence that names both', () => {
    const Day = (title: string, after?: string) => Type.String({ format: 'date', title, ...(after && { after }) });
    const At = (title: string, after?: string) => Type.String({ ...Instant, title, ...(after && { after }) });
    const Span = strict({
      from: Type.Optional(Day('起始日期')),
      until: Type.Optional(nullable(Day('截止日期', 'from'))),
      leaves: Type.Optional(At('离开时间')),
      back: Type.Optional(At('预计返回', 'leaves')),
      signed: Type.Optional(At('签署时间')),
      valid: Type.Optional(Day('有效期至', 'signed')),
    });
    const of = (value: object) => problemsOf(Span, value).map(({ field, rule, msg }) => `${field} ${rule} ${msg}`);
    expect(of({ from: '2026-05-02', until: '2026-05-01' })).toEqual(['until order 截止日期不能早于起始日期']);
    expect(of({ from: '2026-05-02', until: '2026-05-02' })).toEqual([]);
    expect(of({ from: '2026-05-02', until: null })).toEqual([]);
    expect(of({ until: '2026-05-01' })).toEqual([]);
    const leaves = '2026-05-02T08:00:00.000Z';
    expect(of({ leaves, back: leaves })).toEqual(['back order 预计返回须晚于离开时间']);
    expect(of({ leaves, back: '2026-05-02T08:00:00.001Z' })).toEqual([]);
    // 17:00 UTC is the next day in China.
    const signed = '2026-05-02T17:00:00.000Z';
    expect(of({ signed, valid: '2026-05-02' })).toEqual(['valid order 有效期至不能早于签署时间']);
    expect(of({ signed, valid: '2026-05-03' })).toEqual([]);
    expect(of({ signed: 'soon', valid: '2026-05-03' }).join()).not.toContain('order');
  });

  test('decimal steps are counted in decimals', () => {
    expect(problemsOf(Type.Number({ multipleOf: 0.1 }), 0.3)).toEqual([]);
    expect(problemsOf(Type.Number({ multipleOf: 0.1 }), 0.35)).toHaveLength(1);
  });

  test('it refuses exactly what the validator of the contract refuses', () => {
    const text = fc.string({ maxLength: 6 });
    const loose = fc.record(
      {
        name: fc.oneof(text, fc.integer(), fc.constant('王桂兰')),
        mobile: fc.oneof(text, fc.constant('13800005678')),
        age: fc.oneof(fc.integer({ min: -5, max: 130 }), fc.double({ noNaN: true }), text),
        gender: fc.oneof(fc.constantFrom(1, 2, 3, null), text),
        tags: fc.oneof(fc.array(fc.string({ maxLength: 4 }), { maxLength: 3 }), text),
        contacts: fc.array(fc.record({ phone: fc.oneof(text, fc.constant('12349')) }, { requiredKeys: [] }), {
          maxLength: 2,
        }),
        id: fc.oneof(fc.constantFrom('1', '0', '12345678901234567890'), text),
        at: fc.oneof(fc.constantFrom('2026-11-20T01:41:58.000Z', '2026-11-20'), text),
        more: fc.boolean(),
      },
      { requiredKeys: ['name'] },
    );
    fc.assert(
      fc.property(
        loose,
        (value) => (problemsOf(CustomerSchema, value).length === 0) === Value.Check(CustomerSchema, value),
      ),
    );
  });
});

test('what was made to be long is named in part: 80,000 unknown fields, 80,000 wrong entries of a list of ten', () => {
  const many = Object.fromEntries(Array.from({ length: 80_000 }, (_, index) => [`k${index}`, 1]));
  expect(problemsOf(strict({ name: Type.String() }), { name: 'x', ...many })).toHaveLength(20);
  const list = strict({ ids: Type.Array(Type.String(), { maxItems: 10 }) });
  expect(problemsOf(list, { ids: Array.from({ length: 80_000 }, (_, index) => index) })).toHaveLength(11);
});
