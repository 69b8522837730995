import { invalidField, Problem } from '#server/core/problem.ts';
import { constraintOf, sqlState } from '#server/core/retry.ts';
import type { Resource } from '#shared/resource.ts';
import { type Fields, storedName } from '#shared/resourceField.ts';
import { endsTooEarly, orderSentence } from '#shared/rule/order.ts';
import { maskedValue } from './masked.ts';
import { changesByField, decrypted, storedValue } from './storedValues.ts';
import { storedColumns } from './table.ts';

type Values = Readonly<Record<string, unknown>>;

/** Turns a violation of a unique index into a 400 of its field, if the field declares `unique`. */
export function rethrowUnique(resource: Resource, error: unknown): never {
  const index = sqlState(error) === '23505' ? constraintOf(error) : '';
  const { field } =
    storedColumns(resource.fields).find(
      ({ field, column }) => resource.fields[field]?.unique && index.includes(column),
    ) ?? {};
  throw field ? invalidField(field, resource.fields[field]?.unique ?? '', 'unique') : error;
}

/** Throws 400 for a changed immutable field. */
export function checkImmutable(resource: Resource, input: object, previous: object): void {
  for (const [field, options] of Object.entries(resource.fields)) {
    const { immutable, schema } = options;
    const value = (input as Values)[field];
    if (immutable && value !== undefined && value !== storedValue(field, options, previous))
      throw invalidField(field, `${(schema as { title?: string }).title ?? ''}${immutable}`);
  }
}

/** Throws 400 for an end before its start; a bound missing in the input is taken from the previous row. */
export function validateOrder(resource: Resource, input: object, previous: object): void {
  const merged = (field: string) => {
    const value = (input as Values)[field];
    return value === undefined ? (previous as Values)[resource.fields[field]?.dbColumn || field] : value;
  };
  for (const [field, { schema }] of Object.entries(resource.fields)) {
    const { after } = schema as { after?: string };
    if (after !== undefined && endsTooEarly(merged(after), merged(field)))
      throw invalidField(field, orderSentence(resource.fields[after]?.schema, schema, merged(field)), 'order');
  }
}

interface Change {
  field: string;
  old: unknown;
  new: unknown;
}

/**
 * Names the changes of a 409 by their fields; an encrypted one has its present text, masked if the field is sensitive:
 * the change log has no texts. The viewer sees the row.
 */
export function withPresentTexts(fields: Fields, problem: Problem, row: object): Problem {
  const { changes, ...data } = problem.data as { changes: Change[] };
  const named = changesByField({ fields }, changes).map((change): Change => {
    const options = fields[change.field];
    if (!options?.encrypted) return change;
    const text = decrypted((row as Values)[storedName(change.field, options) ?? '']);
    return { ...change, old: null, new: text === null ? null : maskedValue(options, text) };
  });
  return new Problem(problem.status, problem.message, { ...data, changes: named }, problem.logged);
}
