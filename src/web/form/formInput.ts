import { failed } from '#shared/codes.ts';
import type { Endpoint, InputOf } from '#shared/endpoint.ts';
import { problemsOf } from '#shared/rule/rules.ts';
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

/** Returns whether a value is a valid input of the endpoint by its contract. */
function isInput<E extends Endpoint>(endpoint: E, value: unknown): value is InputOf<E> {
  return problemsOf(endpoint.input, value).length === 0;
}

/** Returns the value as valid input; throws the server's error for an invalid one. */
export function validated<E extends Endpoint>(endpoint: E, value: unknown): InputOf<E> {
  if (isInput(endpoint, value)) return value;
  const errors = problemsOf(endpoint.input, value);
  throw new ApiError({ code: failed, status: 400, msg: errors[0]?.msg ?? texts.failed, data: { errors } });
}

/**
 * Returns the endpoint's schema for a form: lists that can be empty are not required, separately saved fields have no
 * rules.
 * @param allowExtra the form also has fields that the call does not take
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
 * Converts form values to the input of the call; throws the server's error. Emptied fields are sent as null or an empty
 * list if the call takes that, else left out; fields present as undefined are not changed.
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
