import type { FieldProblem } from '../envelope.ts';
import { endsTooEarly, orderSentence } from './order.ts';
import { type RuleParams, type RuleSchema, ruleMessage } from './ruleMessage.ts';

/** JSON Schema rules that contracts use in the endpoint's `input`. */
type Schema = RuleSchema & {
  /** One type, or alternatives (nullable). */
  type?: string | readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: unknown;
  items?: Schema;
  anyOf?: readonly Schema[];
  const?: unknown;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  /** Field of the same object with the begin for this end. */
  after?: string;
};

function problem(field: string, rule: string, schema: Schema, params: RuleParams = {}): FieldProblem {
  return { field, rule, msg: ruleMessage(rule, schema, params) };
}

function isType(type: string | readonly string[], value: unknown): boolean {
  if (typeof type !== 'string') return type.some((alternative) => isType(alternative, value));
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    default:
      return typeof value === type;
  }
}

/** Returns whether a text is a valid calendar day, YYYY-MM-DD, of the years 1800 to 2999; e.g. 30 February is not. */
export function isCalendarDay(text: string): boolean {
  const date = /^(1[89]|2\d)\d{2}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return date !== undefined && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Returns whether a text is an instant with zone on a valid day; 24:00 and the 60th second are invalid. */
function isInstant(text: string): boolean {
  const [, day = ''] =
    /^(.{10})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/.exec(text) ?? [];
  return isCalendarDay(day);
}

/** Validators of days and times, also used by the server's validator. `moment`: a day or an instant. */
export const timeFormats: Readonly<Record<string, (text: string) => boolean>> = {
  date: isCalendarDay,
  'date-time': isInstant,
  moment: (text) => isCalendarDay(text) || isInstant(text),
};

const formats: typeof timeFormats = {
  ...timeFormats,
  email: (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text),
};

/** Returns whether the database can store the text: no U+0000 and no lone surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

function stringProblems(schema: Schema, text: string, field: string): FieldProblem[] {
  // JSON Schema counts code points: a rare character counts once.
  const length = [...text].length;
  const { minLength, maxLength, pattern, format } = schema;
  return [
    ...(isStorable(text) ? [] : [problem(field, 'storable', schema)]),
    ...(minLength !== undefined && length < minLength
      ? [problem(field, 'minLength', schema, { limit: minLength })]
      : []),
    ...(maxLength !== undefined && length > maxLength
      ? [problem(field, 'maxLength', schema, { limit: maxLength })]
      : []),
    ...(pattern !== undefined && !new RegExp(pattern, 'u').test(text) ? [problem(field, 'pattern', schema)] : []),
    ...(format !== undefined && formats[format]?.(text) === false
      ? [problem(field, 'format', schema, { format })]
      : []),
  ];
}

function numberProblems(schema: Schema, value: number, field: string): FieldProblem[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const broken: [string, number | undefined, boolean][] = [
    ['minimum', minimum, minimum !== undefined && value < minimum],
    ['maximum', maximum, maximum !== undefined && value > maximum],
    ['exclusiveMinimum', exclusiveMinimum, exclusiveMinimum !== undefined && value <= exclusiveMinimum],
    ['exclusiveMaximum', exclusiveMaximum, exclusiveMaximum !== undefined && value >= exclusiveMaximum],
    ['multipleOf', multipleOf, multipleOf !== undefined && !isMultiple(value, multipleOf)],
  ];
  return broken.filter(([, , is]) => is).map(([rule, limit]) => problem(field, rule, schema, { limit }));
}

/** Returns whether a number is a multiple, tolerant of binary fractions: 0.3 is a multiple of 0.1. */
function isMultiple(value: number, of: number): boolean {
  const parts = value / of;
  return Math.abs(parts - Math.round(parts)) < 1e-9 * Math.max(1, Math.abs(parts));
}

function arrayProblems(schema: Schema, list: readonly unknown[], field: string): FieldProblem[] {
  const { minItems, maxItems, uniqueItems, items } = schema;
  const texts = uniqueItems ? list.map((entry) => JSON.stringify(entry)) : [];
  // Validates only the first `maxItems` items: a longer list may be an attack on the CPU.
  const judged = list.slice(0, maxItems ?? list.length);
  return [
    ...(minItems !== undefined && list.length < minItems
      ? [problem(field, 'minItems', schema, { limit: minItems })]
      : []),
    ...(maxItems !== undefined && list.length > maxItems
      ? [problem(field, 'maxItems', schema, { limit: maxItems })]
      : []),
    ...(uniqueItems && new Set(texts).size < texts.length ? [problem(field, 'uniqueItems', schema)] : []),
    ...(items ? judged.flatMap((entry, index) => valueProblems(items, entry, join(field, String(index)))) : []),
  ];
}

/** Maximum number of unknown fields reported per object; an input can have thousands. */
const maxUnknown = 20;

function objectProblems(schema: Schema, value: Readonly<Record<string, unknown>>, field: string): FieldProblem[] {
  const { properties = {}, required = [], additionalProperties } = schema;
  const absent = required.filter((key) => value[key] === undefined);
  const unknown = Object.keys(value).filter((key) => value[key] !== undefined && !Object.hasOwn(properties, key));
  return [
    ...absent.map((key) => problem(join(field, key), 'required', properties[key] ?? {})),
    ...Object.entries(properties).flatMap(([key, part]) =>
      value[key] === undefined ? [] : valueProblems(part, value[key], join(field, key)),
    ),
    ...Object.entries(properties).flatMap(([key, part]) =>
      part.after !== undefined && endsTooEarly(value[part.after], value[key])
        ? [{ field: join(field, key), rule: 'order', msg: orderSentence(properties[part.after], part, value[key]) }]
        : [],
    ),
    ...(additionalProperties === false
      ? unknown.slice(0, maxUnknown).map((key) => problem(join(field, key), 'additionalProperties', {}))
      : []),
  ];
}

function join(field: string, key: string): string {
  return field ? `${field}.${key}` : key;
}

/**
 * Returns no problem if one alternative fits; else the problems of the alternative of the value's type, or of the first
 * that is not 「null」.
 */
function choiceProblems(schema: Schema, anyOf: readonly Schema[], value: unknown, field: string): FieldProblem[] {
  const tried = anyOf.map((branch) => valueProblems(withMessages(branch, schema), value, field));
  if (tried.some((problems) => problems.length === 0)) {
    return [];
  }
  const fitting = anyOf.findIndex(({ type }) => type !== undefined && isType(type, value));
  return tried[fitting] ?? tried[anyOf.findIndex(({ type }) => type !== 'null')] ?? tried[0] ?? [];
}

function withMessages(branch: Schema, { title, msg }: Schema): Schema {
  return { ...branch, title: branch.title ?? title, msg: branch.msg ?? msg };
}

function valueProblems(schema: Schema, value: unknown, field: string): FieldProblem[] {
  if (schema.anyOf) {
    return choiceProblems(schema, schema.anyOf, value, field);
  }
  if (schema.type !== undefined && !isType(schema.type, value)) {
    return [problem(field, 'type', schema, { type: schema.type })];
  }
  if (schema.enum && !schema.enum.includes(value)) {
    return [problem(field, 'enum', schema)];
  }
  if (schema.const !== undefined && schema.const !== value) {
    return [problem(field, 'const', schema)];
  }
  if (typeof value === 'string') {
    return stringProblems(schema, value, field);
  }
  if (typeof value === 'number') {
    return numberProblems(schema, value, field);
  }
  if (Array.isArray(value)) {
    return arrayProblems(schema, value, field);
  }
  return isType('object', value) ? objectProblems(schema, value as Record<string, unknown>, field) : [];
}

/**
 * Returns the problems of a value by a contract's input schema, a subset of the server's, with its messages. Fields are
 * dotted paths (`contacts.0.mobile`); of several problems of a field the first is shown.
 */
export function problemsOf(schema: object, value: unknown): FieldProblem[] {
  return valueProblems(schema as Schema, value, '');
}
