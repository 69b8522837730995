type Schema = { title?: string; properties?: Record<string, Schema>; items?: Schema };

/**
 * Returns the first field of an input with this value, as a dotted path, with its title in the schema; null if none.
 */
export function fieldOf(
  input: unknown,
  schema: Schema | undefined,
  value: string,
  path = '',
): { path: string; title: string | undefined } | null {
  if (typeof input !== 'object' || input === null)
    return String(input) === value && path !== '' ? { path, title: schema?.title } : null;
  for (const [key, part] of Object.entries(input)) {
    const field = fieldOf(part, schema?.properties?.[key] ?? schema?.items, value, path ? `${path}.${key}` : key);
    if (field) return field;
  }
  return null;
}
