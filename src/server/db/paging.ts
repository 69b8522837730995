import { type RawBuilder, sql } from 'kysely';
import { type Column, column } from './values.ts';

interface PageInput<S extends string> {
  page?: number;
  limit?: number;
  sort?: { field: S; order: 'asc' | 'desc' }[];
}

/** Returns limit and offset of the requested page, by default of ten rows. */
export function limitsOf({ page = 1, limit = 10 }: Pick<PageInput<never>, 'page' | 'limit'>) {
  return { limit, offset: (page - 1) * limit };
}

/**
 * Returns limit, offset and `order by` of a list: the requested fields, then `fallback`, which must end in a unique
 * column so that no row appears on two pages.
 */
export function pageOf<S extends string>(
  input: PageInput<S>,
  fields: Readonly<Record<S, Column>>,
  fallback: RawBuilder<unknown>,
): { limit: number; offset: number; order: RawBuilder<unknown> } {
  const requested = (input.sort ?? []).map(({ field, order }) =>
    order === 'asc' ? sql`${column(fields[field])} asc nulls last` : sql`${column(fields[field])} desc nulls last`,
  );
  return { ...limitsOf(input), order: sql.join([...requested, fallback], sql`, `) };
}
