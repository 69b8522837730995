/**
 * Returns the numbers of a PostgreSQL array as text (`array_agg(…)::text`): for tens of thousands of rows a third of the
 * time of `json_agg`, and no row objects.
 */
export function numbersIn<T extends number | null = number>(array: string | null): T[] {
  return array === null ? [] : JSON.parse(`[${array.slice(1, -1).replaceAll('NULL', 'null')}]`);
}

/** Returns the words of a PostgreSQL array as text; words of letters alone, none of them null. */
export function wordsIn(array: string | null): string[] {
  return array === null ? [] : array.slice(1, -1).split(',');
}
