import { Type as Whole } from 'typebox';
import { expect, test } from 'vitest';
import { nullable } from './endpoint.ts';
import { Type } from './typebox.ts';

function written(type: typeof Type) {
  const text = type.String({ minLength: 1, maxLength: 40, pattern: '^a', title: '名称', msg: '不对' });
  return type.Object(
    {
      text,
      plain: type.String(),
      whole: type.Integer({ minimum: 1, maximum: 9 }),
      number: type.Optional(type.Number({ exclusiveMinimum: 0 })),
      flag: type.Boolean({ title: '是否' }),
      list: type.Array(type.Object({ at: type.Optional(text) }), { maxItems: 5, uniqueItems: true }),
      choice: type.Optional(type.Enum(['a', 'b'], { title: '选择' })),
      figure: type.Enum([1, 2]),
      either: type.Union([type.String({ format: 'date' }), type.Null()], { title: '或' }),
      named: type.Record(type.String({ maxLength: 40 }), type.Unknown()),
      patterned: type.Record(type.String({ pattern: '^x' }), type.Boolean(), { title: '表' }),
      none: type.Null({ title: '无' }),
      anything: type.Unknown({ title: '任意' }),
      own: type.Unsafe<string | null>({ type: ['string', 'null'] }),
      again: type.Optional(type.Unsafe<string>({ ...text })),
    },
    { additionalProperties: false, title: '全部' },
  );
}

test('every constructor makes the JSON Schema that TypeBox makes', () => {
  expect(JSON.stringify(written(Type))).toBe(JSON.stringify(written(Whole as unknown as typeof Type)));
});

test('an integer has the bounds of a column of the database, unless it has its own', () => {
  expect(Type.Integer()).toEqual({ type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 });
  expect(Type.Integer({ minimum: 1 })).toEqual({ type: 'integer', minimum: 1, maximum: 2 ** 31 - 1 });
});

test('an object without fields, or with optional ones only, requires nothing', () => {
  expect(Type.Object({})).toEqual(JSON.parse(JSON.stringify(Whole.Object({}))));
  const schema = Whole.Object({ a: Whole.Optional(Whole.String()) });
  expect(Type.Object({ a: Type.Optional(Type.String()) })).toEqual(JSON.parse(JSON.stringify(schema)));
});

test('what is optional stays so for that field alone', () => {
  const name = Type.String();
  const object = Type.Object({ a: Type.Optional(name), b: name, c: Type.Optional(nullable(name)) });
  expect((object as { required?: string[] }).required).toEqual(['b']);
});
