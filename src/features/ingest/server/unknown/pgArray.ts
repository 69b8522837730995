/** Characters to escape within a quoted element. */
const special = /["\\]/;

function element(value: string | number | boolean | null): string {
  if (value === null) return 'null';
  if (typeof value !== 'string') return String(value);
  return `"${special.test(value) ? value.replace(/["\\]/g, '\\$&') : value}"`;
}

/** Returns a PostgreSQL array literal; null stays null, text is quoted. */
export function pgArray(values: readonly (string | number | boolean | null)[]): string {
  return `{${values.map(element).join(',')}}`;
}
