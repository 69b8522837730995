import { asList, sosLink } from '#shared/sosLink.ts';

/** The list of alarms under the filters of a call; the figure beside it counts exactly these. */
export function filteredLink(filters: object): string {
  const params = Object.entries(filters).map(([field, value]) => [field, value === true ? '1' : String(value)]);
  return sosLink({ ...asList, ...Object.fromEntries(params) });
}

/** The alarms of today that count, each by the day of its project, as a list. */
export function todayLink(filters: Readonly<Record<string, string>> = {}): string {
  return sosLink({ ...asList, counted: '1', today: '1', ...filters });
}
