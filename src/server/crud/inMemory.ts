import { limitsOf } from '#server/db/paging.ts';
import type { Paged } from '#shared/envelope.ts';
import type { Resource } from '#shared/resource.ts';
import { type Field, filterName } from '#shared/resourceField.ts';
import type { ListInput } from './query.ts';

type Values = Readonly<Record<string, unknown>>;
type Ordered = string | number;

function fits(row: Values, key: string, options: Field, input: Values): boolean {
  const { filter } = options;
  const value = row[key];
  const name = filterName(key, options);
  const [requested, from, to] = [input[key], input[`${name}From`], input[`${name}To`]];
  if (filter === 'one') return requested === undefined || value === requested;
  if (filter === 'many') return !Array.isArray(requested) || requested.length === 0 || requested.includes(value);
  if (filter !== 'range') return true;
  const inside = (bound: unknown, side: 1 | -1) =>
    bound === undefined || compared(value as Ordered, bound as Ordered) * side >= 0;
  return inside(from, 1) && inside(to, -1);
}

function compared(a: Ordered, b: Ordered): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'zh-CN');
}

/**
 * Filters, searches, sorts and pages rows that are in no table, as a list endpoint does. Rows equal in the requested
 * order keep the order of `rows`.
 */
export function pageOfRows<R extends object>(resource: Resource, rows: readonly R[], input: ListInput): Paged<R> {
  const fields = Object.entries(resource.fields);
  const searched = fields.filter(([, { search }]) => search).map(([key]) => key);
  const keyword = input.keyword?.trim().toLowerCase() ?? '';
  const matching = rows.filter((row) => {
    const values = row as Values;
    const text = searched.map((key) => values[key]).join(' ');
    return (
      text.toLowerCase().includes(keyword) &&
      fields.every(([key, options]) => fits(values, key, options, input as Values))
    );
  });
  const sorted = matching.toSorted((a, b) => {
    for (const { field, order } of input.sort ?? []) {
      const [first, second] = [a, b].map((row) => (row as Values)[field] as Ordered);
      const difference = compared(first ?? '', second ?? '');
      if (difference !== 0) return order === 'asc' ? difference : -difference;
    }
    return 0;
  });
  const { limit, offset } = limitsOf(input);
  return { rows: sorted.slice(offset, offset + limit), count: sorted.length };
}
