import type { Fields } from '../resourceField.ts';
import type { TSchema } from '../typebox.ts';

const isText = (schema: TSchema) => (schema as { type?: string }).type === 'string';

/**
 * Throws for an encrypted field that the product could not keep secret or could not read back: it is a text in a column
 * `…_cipher`, which the key rotation finds by that name, and in no filter, order or search.
 */
export function requireEncryptable(name: string, fields: Fields): void {
  for (const [key, { encrypted, schema, dbColumn, filter, sort, search, unique }] of Object.entries(fields)) {
    if (!encrypted) continue;
    const refuse = (reason: string) => {
      throw new Error(`${name}.${key} is encrypted: ${reason}`);
    };
    if (filter ?? sort ?? search ?? unique) refuse('it cannot be filtered, sorted, searched or unique');
    if (!isText(schema)) refuse('it must be a text');
    if (dbColumn === false || (dbColumn && !dbColumn.endsWith('Cipher'))) refuse('its column must end with _cipher');
  }
}

/** Throws if a list filters by the text of an encrypted field: only a `hashed` one is found, by its whole value. */
export function requireUnfiltered(name: string, fields: Fields, filters: readonly string[]): void {
  const key = filters.find((filter) => fields[filter]?.encrypted === true);
  if (key !== undefined) throw new Error(`${name}.${key} is encrypted: the list cannot filter by it`);
}

/** Throws if an export has an encrypted field that is not `sensitive`: it would be in clear without `exportClear`. */
export function requireMaskedExport(name: string, fields: Fields, columns: readonly string[]): void {
  const key = columns.find((column) => fields[column]?.encrypted && !fields[column]?.sensitive);
  if (key !== undefined) throw new Error(`${name}.${key} is encrypted: its export needs sensitive, or export: false`);
}
