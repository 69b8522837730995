import type { ReactNode } from 'react';
import type { Resource } from '#shared/resource.ts';
import { Masked } from '#web/reveal/Masked.tsx';
import { drawn } from './columns.tsx';
import { schemaOf } from './schema.ts';

export type Fact = readonly [title: string, value: ReactNode];

/** Text in place of a secret value. */
const veil = '••••••';

/**
 * Returns title and value of a record's fields, in the order of `keys`; a sensitive one can be revealed.
 * @param hasSecret returns the property that tells whether a secret field has a value
 */
export function factsOf(
  resource: Resource,
  record: { id: string },
  keys: readonly string[],
  hasSecret?: (key: string) => string,
): Fact[] {
  const values = record as Readonly<Record<string, unknown>>;
  return keys.flatMap((key): Fact[] => {
    const field = resource.fields[key];
    if (!field) return [];
    const { title = key } = schemaOf(field);
    const value = values[key] ?? null;
    if (field.sensitive === 'secret' && value === null) {
      const hidden = hasSecret && values[hasSecret(key)];
      const masked = <Masked key={key} text={veil} object={resource.name} id={record.id} field={key} label={title} />;
      return [[title, hidden === true && masked]];
    }
    const draw = drawn(field);
    return [[title, value === null ? null : draw ? draw(value) : String(value)]];
  });
}
