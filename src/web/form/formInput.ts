import { failed } from '#shared/codes.ts';
import type { Endpoint, InputOf } from '#shared/endpoint.ts';
import { problemsOf } from '#shared/rules.ts';
import { ApiError } from '#web/api/request.ts';
import { texts } from '#web/core/texts.ts';
import type { Field, FormValues } from './types.ts';

interface Schema {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  minItems?: number;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
}

const takesNull = ({ type, enum: values }: Schema) =>
  type === 'null' || (Array.isArray(type) && type.includes('null')) || values?.includes(null);
const takesNone = ({ type, minItems = 0 }: Schema) => type === 'array' && minItems === 0;

/** Whether a value is an input of the call by its contract: nothing of it would be refused for its form. */
function isInput<E extends Endpoint>(endpoint: E, value: unknown): value is InputOf<E> {
  return problemsOf(endpoint.input, value).length === 0;
}

/** The value as the input that it is; throws as the server would refuse it. */
export function validated<E extends Endpoint>(endpoint: E, value: unknown): InputOf<E> {
  if (isInput(endpoint, value)) return value;
  const errors = problemsOf(endpoint.input, value);
  throw new ApiError({ code: failed, status: 400, msg: errors[0]?.msg ?? texts.failed, data: { errors } });
}

/**
 * The rules of a call for its form: a list that may be empty need not be filled, and what stands apart has none. `more`: the
 * form also holds what the call does not take.
 */
export function schemaForForm({ input }: Endpoint, fields: readonly Field[], allowExtra = false): object {
  const { properties = {}, required = [], ...rest } = input as Schema;
  const separate = Object.fromEntries(fields.flatMap((field) => (field.savedSeparately ? [[field.field, {}]] : [])));
  return {
    ...rest,
    ...(allowExtra && { additionalProperties: true }),
    properties: { ...properties, ...separate },
    required: required.filter((key) => !takesNone(properties[key] ?? {})),
  };
}

/**
 * What stands in a form as the input of its call. What was emptied is sent as null or as an empty list where the call takes
 * that, and is left out otherwise; what stands there as undefined stays as it is. Throws as the server would refuse it.
 */
export function inputFromForm<E extends Endpoint>(
  endpoint: E,
  values: FormValues,
  fields: readonly Field[],
): InputOf<E> {
  const { properties = {} } = endpoint.input as Schema;
  const emptied = fields.flatMap(({ field }): [string, null | never[]][] => {
    const schema = properties[field];
    if (!schema || field in values) return [];
    if (takesNull(schema)) return [[field, null]];
    return takesNone(schema) ? [[field, []]] : [];
  });
  const separate = new Set(fields.flatMap((field) => (field.savedSeparately ? [field.field] : [])));
  const sent = Object.entries(values).filter(([key]) => !separate.has(key));
  const input: unknown = Object.fromEntries([...sent, ...emptied]);
  return validated(endpoint, input);
}
