import { type RawBuilder, sql } from 'kysely';
import { type Column, column } from './values.ts';

interface PageInput<S extends string> {
  page?: number;
  limit?: number;
  sort?: { field: S; order: 'asc' | 'desc' }[];
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
  const limit = input.limit ?? 10;
  const requested = (input.sort ?? []).map(({ field, order }) =>
    order === 'asc' ? sql`${column(fields[field])} asc nulls last` : sql`${column(fields[field])} desc nulls last`,
  );
  return { limit, offset: ((input.page ?? 1) - 1) * limit, order: sql.join([...requested, fallback], sql`, `) };
}
