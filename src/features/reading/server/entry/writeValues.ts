import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { float8s, instants, int4s, int8s, texts } from '#server/db/pgBinary.ts';
import type { EnteredValue } from '#shared/health/entered.ts';
import { rawSince } from '../hours.ts';

/** Values of a customer at one instant, ms since 1970. */
export interface ValuesAt {
  customer: { id: string; projectId: string };
  at: number;
  values: readonly Pick<EnteredValue, 'kind' | 'value' | 'flags'>[];
}

/** Writes values; those older than the raw ones go where values are kept. */
export async function writeValues(tx: Db, entries: readonly ValuesAt[]): Promise<void> {
  const since = (await rawSince()).getTime();
  const [old, raw] = [entries.filter(({ at }) => at < since), entries.filter(({ at }) => at >= since)];
  const columns = sql`(device_id, metric, at, value, flags, project_id)`;
  if (old.length > 0) await sql`insert into reading_kept ${columns} ${rowsOf(old)}`.execute(tx);
  if (raw.length > 0) await sql`insert into reading ${columns} ${rowsOf(raw)}`.execute(tx);
}

function rowsOf(entries: readonly ValuesAt[]) {
  const rows = entries.flatMap(({ customer, at, values }) => values.map((value) => ({ ...customer, at, ...value })));
  return sql`
    select n.* from unnest(${int8s(rows.map(({ id }) => id))}::bigint[], ${texts(rows.map(({ kind }) => kind))}::text[],
      ${instants(rows.map(({ at }) => at))}::timestamptz[], ${float8s(rows.map(({ value }) => value))}::float8[],
      ${int4s(rows.map(({ flags }) => flags))}::int[], ${int8s(rows.map(({ projectId }) => projectId))}::bigint[]) n`;
}
