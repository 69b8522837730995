import { asList, sosLink } from '#shared/sosLink.ts';

/** Returns a link to the warn list under the filters of a call; the figure next to it counts exactly these. */
export function filteredLink(filters: object): string {
  const params = Object.entries(filters).map(([field, value]) => [field, value === true ? '1' : String(value)]);
  return sosLink({ ...asList, ...Object.fromEntries(params) });
}

/** Returns a link to the customer list under the filters of a call. */
export function customersLink(filters: object): string {
  const params = Object.entries(filters).map(([field, value]) => [field, String(value)]);
  return `#/customer/list?${new URLSearchParams(params)}`;
}

/** Returns a link to a tab of the list of health warnings. */
export function warningsLink({ tab, level }: { tab: string; level?: readonly number[] }): string {
  return `#/healthy/early_warning?${new URLSearchParams({ tab, ...(level && { level: String(level) }) })}`;
}
