import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { likeText } from '#server/feature/search.ts';
import type { Resource } from '#shared/resource.ts';
import { type Field, filterName } from '#shared/resourceField.ts';
import { columnOf } from './table.ts';

/** Input of every list; the contract adds the filters of the fields. */
export interface ListInput {
  page?: number;
  limit?: number;
  sort?: { field: string; order: 'asc' | 'desc' }[];
  keyword?: string;
}

function filterOf(column: RawBuilder<unknown>, field: string, options: Field, input: Record<string, unknown>) {
  const { filter } = options;
  const name = filterName(field, options);
  const [value, from, to] = [input[field], input[`${name}From`], input[`${name}To`]];
  if (filter === 'one') return value === undefined ? [] : [sql`${column} = ${value}`];
  if (filter === 'many') {
    if (!Array.isArray(value) || value.length === 0) return [];
    const list = (options.schema as { type?: string }).type === 'array';
    return [list ? sql`${column} && ${value}` : sql`${column} = any(${value})`];
  }
  if (filter !== 'range') return [];
  return [
    ...(from === undefined ? [] : [sql`${column} >= ${from}`]),
    ...(to === undefined ? [] : [sql`${column} <= ${to}`]),
  ];
}

/** Builds the conditions of the fields with a column, for a resource with a list query of its own. */
export function fieldFilters(resource: Resource, input: object): RawBuilder<SqlBool>[] {
  return Object.entries(resource.fields).flatMap(([field, options]) =>
    options.dbColumn === false
      ? []
      : (filterOf(
          columnOf(resource, field),
          field,
          options,
          input as Record<string, unknown>,
        ) as RawBuilder<SqlBool>[]),
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
  keywordWhere?: (searchText: string) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const fields = Object.entries(resource.fields);
  const searchText = input.keyword?.trim() ?? '';
  const like = `%${likeText(searchText)}%`;
  const searched = fields
    .filter(([, { search }]) => search)
    .map(([field]) => sql`${columnOf(resource, field)} ilike ${like}`);
  const filters = fields.flatMap(([field, options]) =>
    filterOf(computed[field] ?? columnOf(resource, field), field, options, input as Record<string, unknown>),
  );
  if (searchText && keywordWhere) searched.push(keywordWhere(searchText));
  const keyword = searchText && searched.length > 0 ? [sql`(${sql.join(searched, sql` or `)})`] : [];
  return sql.join([sql`true`, ...filters, ...keyword], sql` and `);
}

/**
 * Builds the requested order followed by `fallback`, which must end in a unique column: no row appears on two pages.
 */
export function orderOf(
  resource: Resource,
  input: ListInput,
  computed: Readonly<Record<string, RawBuilder<unknown> | undefined>>,
  fallback: RawBuilder<unknown> | undefined,
): RawBuilder<unknown> {
  const requested = (input.sort ?? []).map(({ field, order }) => {
    const by = computed[field] ?? columnOf(resource, field);
    return order === 'asc' ? sql`${by} asc nulls last` : sql`${by} desc nulls last`;
  });
  const newest = sql`${columnOf(resource, 'createdAt')} desc, ${columnOf(resource, 'id')} desc`;
  return sql.join([...requested, fallback ?? newest], sql`, `);
}
