import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { instants, int8s } from '#server/db/pgBinary.ts';

/** Time in which the values of a device, or of an own id, are a person's; ms since 1970. */
export interface Span {
  sourceId: string;
  from: number;
  /** Exclusive. */
  until: number;
}

/**
 * Returns the sources of a person's series between two instants: the devices of all bindings within their time, the own
 * id, and those of customers merged into this one.
 */
export async function spansOf(tx: Db, customerId: string, from: number, until: number): Promise<Span[]> {
  const rows = await tx.rows(sql<{ sourceId: string; since: string | null; until: string | null }>`
    select b.equipment_id::text as "sourceId", b.bound_at as since, b.unbound_at as until from equipment_binding b
    join customer c on c.id = b.customer_id
    where (c.id = ${customerId} or c.merged_into = ${customerId}) and b.bound_at < ${new Date(until).toISOString()}::timestamptz
      and (b.unbound_at is null or b.unbound_at > ${new Date(from).toISOString()}::timestamptz)
    union all select c.id::text, null, null from customer c where c.id = ${customerId} or c.merged_into = ${customerId}`);
  return rows.map((row) => ({
    sourceId: row.sourceId,
    from: Math.max(from, row.since === null ? from : Date.parse(row.since)),
    until: Math.min(until, row.until === null ? until : Date.parse(row.until)),
  }));
}

/** Returns spans as a table `s (source, since, until)`. */
export const spanRows = (spans: readonly Span[]) => sql`
  unnest(${int8s(spans.map(({ sourceId }) => sourceId))}::bigint[], ${instants(spans.map(({ from }) => from))}::timestamptz[],
    ${instants(spans.map(({ until }) => until))}::timestamptz[]) as s (source, since, until)`;

/** Returns the parts of spans before the first and after the last whole hour. */
export function partHours(spans: readonly Span[], hourMs: number): Span[] {
  return spans.flatMap((span) => {
    const first = Math.ceil(span.from / hourMs) * hourMs;
    const last = Math.floor(span.until / hourMs) * hourMs;
    if (first > last) return [span];
    return [
      { ...span, until: first },
      { ...span, from: last },
    ].filter(({ from, until }) => from < until);
  });
}
