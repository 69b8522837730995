import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

interface PageInput<S extends string> {
  page?: number;
  limit?: number;
  sort?: { field: S; order: 'asc' | 'desc' }[];
}

/**
 * Limit, offset and order of a list: the asked-for fields first, then `fallback`, which must end in a unique column so
 * that no row stands on two pages.
 */
export function pageOf<S extends string>(
  input: PageInput<S>,
  fields: Record<S, AnyColumn | SQL>,
  fallback: SQL[],
): { limit: number; offset: number; order: SQL[] } {
  const limit = input.limit ?? 10;
  const asked = (input.sort ?? []).map(({ field, order }) =>
    order === 'asc' ? sql`${fields[field]} asc nulls last` : sql`${fields[field]} desc nulls last`,
  );
  return { limit, offset: ((input.page ?? 1) - 1) * limit, order: [...asked, ...fallback] };
}
