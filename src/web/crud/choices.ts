import type { Field, Resource } from '#shared/resource.ts';
import { ensure, labelOf, offeredOptions, optionsOf } from '#web/data/dictionary.ts';
import type { Option } from '#web/form/types.ts';
import { schemaOf } from './schema.ts';

function dictionaryOf(field: Field): string | undefined {
  const schema = schemaOf(field);
  return schema.dictionary ?? schema.items?.dictionary;
}

/** Asks for the dictionaries that the noun's fields take their values from. */
export function ensureChoices(resource: Resource): void {
  for (const field of Object.values(resource.fields)) {
    const type = dictionaryOf(field);
    if (type) ensure(type);
  }
}

/** What may be chosen for a field of an enumeration or a dictionary; undefined for every other one. */
export function choicesOf(field: Field): Option[] | undefined {
  if (field.labels) return optionsOf(field.labels);
  const type = dictionaryOf(field);
  if (type === undefined) return undefined;
  const options = offeredOptions(type);
  const schema = schemaOf(field);
  // Codes that are numbers on the wire stand as texts in the dictionary.
  return (schema.items ?? schema).type === 'integer'
    ? options.map(({ value, label }) => ({ value: Number(value), label }))
    : options;
}

/** A value as it is read: by its label, where it has one. */
export function wordOf(field: Field, value: unknown): string {
  const type = dictionaryOf(field);
  return field.labels?.[String(value)] ?? (type ? labelOf(type, String(value)) : String(value));
}
