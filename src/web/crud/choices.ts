import type { Resource } from '#shared/resource.ts';
import type { Field } from '#shared/resourceField.ts';
import { ensure, labelOf, offeredOptions, optionsOf } from '#web/data/dictionary.ts';
import type { Option } from '#web/form/types.ts';
import { schemaOf } from './schema.ts';

function dictionaryOf(field: Field): string | undefined {
  const schema = schemaOf(field);
  return schema.dictionary ?? schema.items?.dictionary;
}

/** Loads the dictionaries of the resource's fields. */
export function ensureChoices(resource: Resource): void {
  for (const field of Object.values(resource.fields)) {
    const type = dictionaryOf(field);
    if (type) ensure(type);
  }
}

/** Returns the options of an enumeration or dictionary field; undefined for other fields. */
export function choicesOf(field: Field): Option[] | undefined {
  if (field.labels) return optionsOf(field.labels);
  const type = dictionaryOf(field);
  if (type === undefined) return undefined;
  const options = offeredOptions(type);
  const schema = schemaOf(field);
  // The dictionary has numeric codes as texts.
  return (schema.items ?? schema).type === 'integer'
    ? options.map(({ value, label }) => ({ value: Number(value), label }))
    : options;
}

/** Returns the label of a value, else the value as text. */
export function wordOf(field: Field, value: unknown): string {
  const type = dictionaryOf(field);
  return field.labels?.[String(value)] ?? (type ? labelOf(type, String(value)) : String(value));
}
