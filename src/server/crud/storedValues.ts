import { decrypt, encrypt, searchHash } from '#server/core/crypto.ts';
import { snakeCase } from '#server/db/names.ts';
import type { Resource } from '#shared/resource.ts';
import {
  type FieldOptions,
  type Fields,
  type StoredRecord,
  type StoredRow,
  storedName,
} from '#shared/resourceField.ts';

type Values = Readonly<Record<string, unknown>>;
interface Declared<F> {
  fields: F;
  row: { properties: object };
  recordProps: object;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Returns the search hash of the last four characters of a `hashed` value. */
export function tailHash(tail: string): Buffer {
  return searchHash(`tail:${tail}`);
}

/** Returns the decrypted text of a cipher; null without one. */
export function decrypted(cipher: unknown): string | null {
  return typeof cipher === 'string' ? decrypt(cipher) : null;
}

/** Returns the columns of an encrypted field; all null for an empty text. */
function cipherColumns(key: string, column: string, text: string | null, hashed: boolean): Values {
  const hashes = hashed && {
    [`${key}Hash`]: text === null ? null : searchHash(text),
    [`${key}TailHash`]: text === null ? null : tailHash(text.slice(-4)),
  };
  return { [column]: text === null ? null : encrypt(text), ...hashes };
}

/**
 * Returns the columns, in camel case, that an input changes; fields without a column are skipped. An encrypted text
 * counts as changed only if its plain text differs: encrypting an equal text gives another cipher.
 * @param previous the stored row; null for a new one
 */
export function changedColumns(fields: Fields, input: object, previous: object | null): Values {
  const columns = Object.entries(input).flatMap(([key, value]): [string, unknown][] => {
    const options = fields[key];
    const column = options && storedName(key, options);
    if (value === undefined || column === undefined) return [];
    const stored = (previous as Values | null)?.[column];
    if (!options?.encrypted) return previous && same(value, stored) ? [] : [[column, value]];
    const text = value ? String(value) : null;
    if (text === decrypted(stored)) return [];
    return Object.entries(cipherColumns(key, column, text, options.encrypted === 'hashed'));
  });
  return Object.fromEntries(columns);
}

/**
 * Returns the input values that are fields of the resource; encrypted ones as columns, if they differ from the previous
 * row.
 */
export function resourceValues({ fields }: Resource, input: object, previous: object | null): Values {
  const entries = Object.entries(input).filter(([field]) => field in fields);
  const isEncrypted = ([field]: [string, unknown]) => fields[field]?.encrypted !== undefined;
  const encrypted = Object.fromEntries(entries.filter(isEncrypted));
  return {
    ...Object.fromEntries(entries.filter((entry) => !isEncrypted(entry))),
    ...changedColumns(fields, encrypted, previous),
  };
}

/** Returns a field's value in a stored row; an encrypted one decrypted. */
export function storedValue(key: string, options: FieldOptions, row: object): unknown {
  const value = (row as Values)[storedName(key, options) ?? key];
  return options.encrypted ? decrypted(value) : value;
}

/** Returns whether a resource has encrypted fields. */
export function hasEncrypted({ fields }: Resource): boolean {
  return Object.values(fields).some(({ encrypted }) => encrypted !== undefined);
}

/**
 * Returns whether an input of fields alone leaves the row of a resource with encrypted fields as it is, so that no new
 * version makes open forms stale.
 * @param values the columns to write
 */
export function isUnchanged(resource: Resource, input: object, values: Values, previous: object): boolean {
  const { fields } = resource;
  if (!hasEncrypted(resource) || Object.keys(input).some((key) => fields[key] === undefined)) return false;
  return Object.entries(values).every(([key, value]) => {
    const column = storedName(key, fields[key] ?? {});
    return column !== undefined && same(value, (previous as Values)[column]);
  });
}

/** Returns the texts that an input replaces in encrypted fields, by column: the change log does not have them. */
export function replacedTexts({ fields }: Resource, input: object, previous: object): Record<string, string | null> {
  const replaced = Object.keys(input).flatMap((key): [string, string | null][] => {
    const options = fields[key];
    const column = options?.encrypted && storedName(key, options);
    return column ? [[snakeCase(column), decrypted((previous as Values)[column])]] : [];
  });
  return Object.fromEntries(replaced);
}

/**
 * Returns changes by column as changes by field: an encrypted column has its field's name, and its search hashes are
 * left out.
 */
export function changesByField<C extends { field: string }>(
  { fields }: { fields: Fields },
  changes: readonly C[],
): C[] {
  const encrypted = Object.entries(fields).filter(([, options]) => options.encrypted);
  const names = new Map(encrypted.map(([key, options]) => [storedName(key, options), key]));
  const hashes = new Set(encrypted.flatMap(([key]) => [`${key}Hash`, `${key}TailHash`]));
  return changes
    .filter(({ field }) => !hashes.has(field))
    .map((change) => ({ ...change, field: names.get(change.field) ?? change.field }));
}

/** Decrypts the encrypted fields of rows as selected. */
export function decryptRows<R extends object>({ fields }: Resource, rows: R[]): R[] {
  const keys = Object.keys(fields).filter((key) => fields[key]?.encrypted);
  if (keys.length === 0) return rows;
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(keys.flatMap((key) => (key in row ? [[key, decrypted((row as Values)[key])]] : []))),
  }));
}

/** Returns these fields as stored, without those that have no column; encrypted ones decrypted, nothing masked. */
export function storedValues<F extends Fields, K extends keyof F & string>(
  { fields }: { fields: F },
  row: object,
  keys: readonly K[],
): Pick<StoredRecord<F>, K & keyof StoredRecord<F>> {
  const values = keys.flatMap((key) => {
    const options = fields[key];
    const column = options && storedName(key, options);
    if (column === undefined) return [];
    const value = (row as Values)[column];
    return [[key, options?.encrypted ? decrypted(value) : value]];
  });
  return Object.fromEntries(values) as Pick<StoredRecord<F>, K & keyof StoredRecord<F>>;
}

/** Returns the stored fields of a list row; encrypted ones decrypted, nothing masked. */
export function rowValues<F extends Fields>(resource: Declared<F>, row: object): StoredRow<F> {
  return storedValues(resource, row, Object.keys(resource.row.properties)) as object as StoredRow<F>;
}

/** Returns the stored fields of a record; encrypted ones decrypted, nothing masked. */
export function recordValues<F extends Fields>(resource: Declared<F>, row: object): StoredRecord<F> {
  return storedValues(resource, row, Object.keys(resource.recordProps)) as object as StoredRecord<F>;
}

interface CodedSchema {
  type?: string;
  enum?: unknown;
  dictionary?: string;
  items?: CodedSchema;
}

/** Value that must be a code of a dictionary type. */
export interface CodedValue {
  type: string;
  value: string;
  field: string;
}

/**
 * Returns the input's values of fields whose dictionary administrators can extend (`coded`). A value that the previous
 * row already has is left out: its code may be inactive by now.
 */
export function codedValues(fields: Fields, input: object, previous?: object): CodedValue[] {
  return Object.entries(input).flatMap(([field, entered]) => {
    const { schema, ...options } = fields[field] ?? { schema: {} };
    const { type, dictionary, enum: fixed } = ((schema as CodedSchema).items ?? schema) as CodedSchema;
    if (!entered || type !== 'string' || !dictionary || fixed) return [];
    const held = [(previous as Values | undefined)?.[storedName(field, options) ?? field]].flat();
    return [entered].flat().flatMap((value) => (held.includes(value) ? [] : [{ type: dictionary, value, field }]));
  });
}
