import { problemsOf } from '#shared/rule/rules.ts';

/** JSON Schema keywords used by inputs of contracts. */
interface Schema {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  minItems?: number;
  minLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  pattern?: string;
  format?: string;
}

/** Sample texts; the first valid one is taken. */
const texts = [
  '1',
  '一',
  '一二',
  '13800000000',
  '08:00',
  '2026-01-15',
  '2026-01-15T08:00:00.000Z',
  'abc',
  'Abc-12345678',
];
const moreTexts = [
  '89860000000000000001',
  '#1677ff',
  'https://example.com/a',
  'a@example.com',
  'a:b',
  '330102194005152345',
  ...[22, 32, 43, 87].map((length) => 'x'.repeat(length)),
];

const integers = [2 ** 31 - 1, -(2 ** 31), 2 ** 31, -(2 ** 31) - 1, 1e15];
const numbers = [1e300, -1e300, 1e-300, 1e15];
const days = ['2026-02-30', '2026-13-01', '0000-01-01', '9999-12-31', '1800-01-01', '2999-12-31', '99999-01-01'];
const times = ['25:00', '24:00', '23:60', '23:59', '00:00'];
const instants = [
  ...days.map((day) => `${day}T00:00:00.000Z`),
  ...['25:00:00', '24:00:00', '23:60:00', '23:59:60'].map((time) => `2026-01-15T${time}.000Z`),
];

const typeOf = ({ type }: Schema) => (typeof type === 'object' ? type.find((name) => name !== 'null') : type);

function plain(schema: Schema): Schema {
  return schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;
}

/** Returns a valid value with the required fields only; undefined if none is known. */
function sampleOf(source: Schema): unknown {
  const schema = plain(source);
  if (schema.enum) return schema.enum[0];
  switch (typeOf(schema)) {
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1, 1) <= (schema.maximum ?? 1)
        ? Math.max(schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1, 1)
        : (schema.minimum ?? 0);
    case 'boolean':
      return true;
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => sampleOf(schema.items ?? {}));
    case 'object':
      return Object.fromEntries((schema.required ?? []).map((key) => [key, sampleOf(schema.properties?.[key] ?? {})]));
    default:
      return [...texts, ...moreTexts, 'x'.repeat(schema.minLength ?? 1)].find(
        (text) => problemsOf(schema, text).length === 0,
      );
  }
}

/** Returns numbers, days and times to try in a field of the schema. */
function valuesFor({ pattern = '', format, ...schema }: Schema): unknown[] {
  const type = typeOf(schema);
  if (schema.enum) return [];
  if (type === 'integer') return [...integers, schema.minimum, schema.maximum].filter((value) => value !== undefined);
  if (type === 'number') return [...numbers, schema.minimum, schema.maximum].filter((value) => value !== undefined);
  if (type !== 'string') return [];
  if (format === 'date') return days;
  if (format === 'date-time' || format === 'moment') return [...instants, ...days];
  return pattern.includes(':[0-5]') ? times : [];
}

/** Yields valid inputs, each with one field replaced by one of its values. */
function* variants(source: Schema): Generator<unknown> {
  const schema = plain(source);
  yield* valuesFor(schema);
  if (schema.items) for (const item of variants(schema.items)) yield [item];
  for (const [key, part] of Object.entries(schema.properties ?? {}))
    for (const value of variants(part)) yield { ...(sampleOf(schema) as object), [key]: value };
}

/**
 * Returns inputs with numbers beyond any column and impossible days and times: all that the contract accepts, and the
 * first that it refuses. `reached`: whether any is accepted, so that the handler is tested too.
 */
export function hostileInputs(schema: object): { inputs: object[]; reached: boolean } {
  const all = [...variants(schema)] as object[];
  const passing = all.filter((input) => problemsOf(schema, input).length === 0);
  const refused = all.find((input) => problemsOf(schema, input).length > 0);
  return { inputs: refused ? [...passing, refused] : passing, reached: all.length === 0 || passing.length > 0 };
}
