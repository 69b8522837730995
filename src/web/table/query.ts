import { instantAt } from '#shared/place/wallClock.ts';
import { isCalendarDay } from '#shared/rule/rules.ts';
import { ownZone } from '#web/data/format.ts';
import type { Filter, Sort } from './types.ts';

/** Default page size (specification section 9). */
export const defaultLimit = 10;
export const limits = [10, 20, 50, 100, 200] as const;

/** Query of the list as in the URL: filter values are strings by field. */
export type ListQuery = {
  page: number;
  limit: number;
  sort: readonly Sort[];
  values: Readonly<Record<string, string>>;
};

type QueryDefaults = { limit: number; sort: readonly Sort[] };

/** Returns the input fields that a filter sets. */
export function fieldsOf(filter: Filter): string[] {
  return filter.kind === 'dates' || filter.kind === 'numbers' ? [filter.from, filter.to] : [filter.field];
}

/** Returns the sort as in the URL: `age.desc,name.asc`. */
function sortText(sort: readonly Sort[]): string {
  return sort.map(({ field, order }) => `${field}.${order}`).join(',');
}

function parseSort(text: string): Sort[] {
  return text.split(',').flatMap((part): Sort[] => {
    const dot = part.lastIndexOf('.');
    const order = part.slice(dot + 1);
    return dot > 0 && (order === 'asc' || order === 'desc') ? [{ field: part.slice(0, dot), order }] : [];
  });
}

function integerIn(text: string | null, lowest: number, highest: number): number | undefined {
  if (text === null || !/^\d{1,7}$/.test(text)) {
    return undefined;
  }
  const number = Number(text);
  return number >= lowest && number <= highest ? number : undefined;
}

/**
 * Returns whether a filter accepts a text from the URL: a time must be a calendar day, or with `timed` a minute of one.
 */
function canBe(filter: Filter, text: string): boolean {
  if (filter.kind !== 'dates') return true;
  const [, day = '', clock] = /^(\d{4}-\d{2}-\d{2})(T([01]\d|2[0-3]):[0-5]\d)?$/.exec(text) ?? [];
  return isCalendarDay(day) && (clock === undefined || filter.unit === 'instant');
}

/** Reads the query from the URL; invalid parts keep their defaults. */
export function decodeQuery(address: URLSearchParams, filters: readonly Filter[], defaults: QueryDefaults): ListQuery {
  const values: Record<string, string> = {};
  for (const filter of filters)
    for (const field of fieldsOf(filter)) {
      const value = address.get(field);
      if (value && canBe(filter, value)) values[field] = value;
    }
  const sort = address.get('sort');
  return {
    page: integerIn(address.get('page'), 1, 1_000_000) ?? 1,
    limit: integerIn(address.get('limit'), 1, 200) ?? defaults.limit,
    sort: sort === null ? defaults.sort : parseSort(sort),
    values,
  };
}

/** Returns whether a text contains a personal number: URLs are copied and stored by the browser, so it stays out. */
function isPersonal(filter: Filter, text: string): boolean {
  return filter.kind === 'text' && filter.personal === true && text.normalize('NFKC').replace(/\D/g, '').length >= 7;
}

/** Returns the URL parameters of a query: one entry per name, null for the default, so that URLs stay short. */
export function encodeQuery(
  query: ListQuery,
  filters: readonly Filter[],
  defaults: QueryDefaults,
): Record<string, string | null> {
  const sort = sortText(query.sort);
  const address: Record<string, string | null> = {
    page: query.page === 1 ? null : String(query.page),
    limit: query.limit === defaults.limit ? null : String(query.limit),
    sort: sort === sortText(defaults.sort) ? null : sort,
  };
  for (const filter of filters)
    for (const field of fieldsOf(filter)) {
      const value = query.values[field];
      address[field] = value && !isPersonal(filter, value) ? value : null;
    }
  return address;
}

/** Returns the option's value for a text of the URL; a number is kept even if no option has it. */
function typedOption(
  options: readonly { value: string | number | boolean }[],
  text: string,
): string | number | boolean {
  const option = options.find(({ value }) => String(value) === text);
  if (option) return option.value;
  return typeof options[0]?.value === 'number' && /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

/**
 * Returns the first (or last) millisecond of a day, or of a minute `2026-11-20T10:05`, in the user's zone as an
 * instant.
 */
function dayEdge(day: string, edge: 'first' | 'last'): string {
  const [begin, end] = day.includes('T') ? [':00.000', ':59.999'] : ['T00:00:00.000', 'T23:59:59.999'];
  return instantAt(`${day}${edge === 'first' ? begin : end}`, ownZone());
}

function rangeInput(filter: Extract<Filter, { kind: 'dates' | 'numbers' }>, values: ListQuery['values']) {
  const from = values[filter.from];
  const to = values[filter.to];
  if (filter.kind === 'numbers') {
    return { [filter.from]: from ? Number(from) : undefined, [filter.to]: to ? Number(to) : undefined };
  }
  if (filter.unit === 'day') {
    return { [filter.from]: from, [filter.to]: to };
  }
  return { [filter.from]: from && dayEdge(from, 'first'), [filter.to]: to && dayEdge(to, 'last') };
}

function filterInput(filter: Filter, values: ListQuery['values']): Record<string, unknown> {
  if (filter.kind === 'dates' || filter.kind === 'numbers') {
    return rangeInput(filter, values);
  }
  const text = values[filter.field];
  if (!text) {
    return {};
  }
  if (filter.kind === 'multi') {
    return { [filter.field]: text.split(',').map((part) => typedOption(filter.options, part)) };
  }
  if (filter.kind === 'tree') {
    return { [filter.field]: filter.multiple ? text.split(',') : text };
  }
  if (filter.kind === 'check') {
    return { [filter.field]: true };
  }
  return { [filter.field]: filter.kind === 'select' ? typedOption(filter.options, text) : text.trim() };
}

/**
 * Returns the body of the list call: page, limit, sort and the typed filter values, without undefined or empty ones.
 */
export function toInput(
  query: ListQuery,
  filters: readonly Filter[],
  params: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const chosen = filters.flatMap((filter) => Object.entries(filterInput(filter, query.values)));
  const input: Record<string, unknown> = {
    ...params,
    ...Object.fromEntries(chosen.filter(([, value]) => value !== undefined && value !== '')),
    page: query.page,
    limit: query.limit,
    sort: query.sort.length > 0 ? query.sort : undefined,
  };
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined && value !== ''));
}

/** Returns the next sort of a column: none, ascending, descending, none. */
export function nextSort(sort: readonly Sort[], field: string): Sort[] {
  const order = sort.find((entry) => entry.field === field)?.order;
  if (order === undefined) {
    return [{ field, order: 'asc' }];
  }
  return order === 'asc' ? [{ field, order: 'desc' }] : [];
}

/**
 * Returns whether the server stopped counting: `most` + 1 means that there are more. Without a filter the server knows
 * the exact count.
 */
export const isCapped = (count: number, most: number | undefined): boolean => most !== undefined && count === most + 1;

/** Returns the number of rows that are known to exist. */
export const cappedCount = (count: number, most: number | undefined): number =>
  isCapped(count, most) ? count - 1 : count;
