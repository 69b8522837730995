/** Lists: page, order and count. Their filters are in `filter.ts`. */
import { type Expression, type RawBuilder, sql } from 'kysely';
import { maxCounted } from '#shared/envelope.ts';
import { db } from './db.ts';
import { type Column, column } from './values.ts';

export interface Page {
  limit: number;
  offset: number;
}

/** Requested order of a list. */
export type Sort<S extends string> = readonly { field: S; order: 'asc' | 'desc' }[];

/** Returns limit and offset of the requested page, by default of ten rows. */
export function limitsOf({ page = 1, limit = 10 }: { page?: number | undefined; limit?: number | undefined }): Page {
  return { limit, offset: (page - 1) * limit };
}

interface OrderOptions<S> {
  /** Fields that are never null: their index gives both directions. */
  filled?: readonly S[];
  /** Fields that rise as their column falls. */
  reversed?: readonly S[];
}

/**
 * Returns `order by`: the requested fields, nulls last, then `fallback`, which must end in a unique column so that no
 * row appears on two pages.
 */
export function orderOf<S extends string>(
  sort: Sort<S> | undefined,
  fields: Readonly<Record<S, Column>>,
  fallback: RawBuilder<unknown>,
  { filled = [], reversed = [] }: OrderOptions<S> = {},
): RawBuilder<unknown> {
  const requested = (sort ?? []).map(({ field, order }) => {
    const nulls = filled.includes(field) ? sql`` : sql` nulls last`;
    return (order === 'asc') !== reversed.includes(field)
      ? sql`${column(fields[field])} asc${nulls}`
      : sql`${column(fields[field])} desc${nulls}`;
  });
  return sql.join([...requested, fallback], sql`, `);
}

/**
 * Returns `order by` of a log: the first requested field, else `usual` with the newest first; ties by id in the same
 * direction, so that one index gives both directions.
 */
export function logOrder<S extends string>(
  sort: Sort<S> | undefined,
  fields: Readonly<Record<S, Column>>,
  id: Column,
  usual: NoInfer<S>,
): RawBuilder<unknown> {
  const { field, order } = sort?.[0] ?? { field: usual, order: 'desc' };
  return order === 'asc'
    ? sql`${column(fields[field])} asc, ${column(id)} asc`
    : sql`${column(fields[field])} desc, ${column(id)} desc`;
}

/** Returns limit, offset and `order by` of a list, as `limitsOf` and `orderOf`. */
export function pageOf<S extends string>(
  input: { page?: number; limit?: number; sort?: Sort<S> },
  fields: Readonly<Record<S, Column>>,
  fallback: RawBuilder<unknown>,
): Page & { order: RawBuilder<unknown> } {
  return { ...limitsOf(input), order: orderOf(input.sort, fields, fallback) };
}

/** Counting limit of a large list: one row more than the pages show as a number. */
export const countLimit = maxCounted + 1;

/** Counts the rows of a `select`, up to `most`. */
export async function countOf(rows: Expression<unknown>, most?: number): Promise<number> {
  const limit = most === undefined ? sql`` : sql` limit ${most}`;
  const row = await db.row(sql<{ n: number }>`select count(*)::int as n from (${rows}${limit}) counted`);
  return row?.n ?? 0;
}
