import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { between, contains, equals, oneOf, overlaps } from '#server/db/filter.ts';
import { orderOf, type Sort } from '#server/db/paging.ts';
import { and, or } from '#server/db/values.ts';
import type { Resource } from '#shared/resource.ts';
import { type Field, filterName } from '#shared/resourceField.ts';
import { columnOf } from './table.ts';

/** Input of every list; the contract adds the filters of the fields. */
export interface ListInput {
  page?: number;
  limit?: number;
  sort?: Sort<string>;
  keyword?: string;
}

type Value = string | number;
type Condition = RawBuilder<SqlBool> | undefined;

function filterOf(column: RawBuilder<unknown>, field: string, options: Field, input: object): Condition {
  const name = filterName(field, options);
  const values = input as Readonly<Record<string, Value | undefined>>;
  if (options.filter === 'one') return equals(column, values[field]);
  if (options.filter === 'range') return between(column, values[`${name}From`], values[`${name}To`]);
  if (options.filter !== 'many') return undefined;
  const requested = (input as Readonly<Record<string, readonly Value[] | undefined>>)[field];
  return (options.schema as { type?: string }).type === 'array'
    ? overlaps(column, requested)
    : oneOf(column, requested);
}

/** Builds the conditions of the fields with a column, for a resource with a list query of its own. */
export function fieldFilters(resource: Resource, input: object): Condition[] {
  return Object.entries(resource.fields).map(([field, options]) =>
    options.dbColumn === false ? undefined : filterOf(columnOf(resource, field), field, options, input),
  );
}

/**
 * Builds the condition of the field filters and the keyword.
 * @param computed expressions of computed fields: a filter compares the shown value
 * @param keywordWhere extra keyword condition besides the searched fields
 */
export function conditionOf(
  resource: Resource,
  input: ListInput,
  computed: Readonly<Record<string, RawBuilder<unknown>>> = {},
  keywordWhere?: (searchText: string) => RawBuilder<unknown> | undefined,
): RawBuilder<unknown> {
  const fields = Object.entries(resource.fields);
  const searchText = input.keyword?.trim();
  const searched = fields.filter(([, { search }]) => search).map(([field]) => columnOf(resource, field));
  const matches = [contains(searched, searchText), searchText ? keywordWhere?.(searchText) : undefined];
  return and(
    ...fields.map(([field, options]) => filterOf(computed[field] ?? columnOf(resource, field), field, options, input)),
    matches.some(Boolean) ? or(...matches) : undefined,
  );
}

/** Builds the requested order, then `fallback`, by default the newest first. */
export function resourceOrder(
  resource: Resource,
  input: ListInput,
  computed: Readonly<Record<string, RawBuilder<unknown> | undefined>>,
  fallback: RawBuilder<unknown> | undefined,
): RawBuilder<unknown> {
  const columns = Object.fromEntries(
    (input.sort ?? []).map(({ field }) => [field, computed[field] ?? columnOf(resource, field)]),
  );
  const newest = sql`${columnOf(resource, 'createdAt')} desc, ${columnOf(resource, 'id')} desc`;
  return orderOf(input.sort, columns, fallback ?? newest);
}
