/** Returns the record's own value of a key, null as absent: `constructor` is no answer. */
export function ownValue<T>(record: Readonly<Record<string, T>>, key: string): NonNullable<T> | undefined {
  return Object.hasOwn(record, key) ? (record[key] ?? undefined) : undefined;
}
