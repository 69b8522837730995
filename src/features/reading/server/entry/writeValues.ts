import { sql } from 'kysely';
import type { StoredCustomer } from '#features/customer/server/service.ts';
import type { Db } from '#server/db/db.ts';
import { float8s, int4s, texts } from '#server/db/pgBinary.ts';
import type { EnteredValue } from '#shared/health/entered.ts';
import { rawSince } from '../hours.ts';

/** Writes values of one instant, ms since 1970; those older than the raw ones go where values are kept. */
export async function writeValues(
  tx: Db,
  customer: Pick<StoredCustomer, 'id' | 'projectId'>,
  at: number,
  values: readonly Pick<EnteredValue, 'kind' | 'value' | 'flags'>[],
): Promise<void> {
  const rows = sql`
    select ${customer.id}::bigint, n.metric, ${new Date(at).toISOString()}::timestamptz, n.value, n.flags, ${customer.projectId}::bigint
    from unnest(${texts(values.map(({ kind }) => kind))}::text[], ${float8s(values.map(({ value }) => value))}::float8[],
      ${int4s(values.map(({ flags }) => flags))}::int[]) as n (metric, value, flags)`;
  if (at < (await rawSince()).getTime())
    await sql`insert into reading_kept (device_id, metric, at, value, flags, project_id) ${rows}`.execute(tx);
  else await sql`insert into reading (device_id, metric, at, value, flags, project_id) ${rows}`.execute(tx);
}
