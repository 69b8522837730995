import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { instants, int8s, texts } from '#server/db/pgBinary.ts';
import { bigints } from '#server/db/values.ts';
import type { SignState } from '#shared/health/rule/judgeSign.ts';

/** Sign of a person. */
export interface Sign {
  customerId: string;
  metric: string;
}

export const signKey = ({ customerId, metric }: Sign) => `${customerId} ${metric}`;

/** Returns the states of these customers by sign; a sign without state is normal. The customers are locked. */
export async function statesOf(tx: Db, customerIds: readonly string[]): Promise<Map<string, SignState>> {
  const rows = await tx.rows(sql<Sign & { rules: SignState }>`
    select customer_id::text as "customerId", metric, rules from health_state where customer_id = any(${bigints(customerIds)})`);
  return new Map(rows.map((row) => [signKey(row), row.rules]));
}

/** State to be written. */
export interface NewState extends Sign {
  states: SignState;
  /** When the clock is to look at it, ms since 1970. */
  dueAt: number | null;
}

/** Writes states; empty ones are deleted. */
export async function writeStates(tx: Db, states: readonly NewState[]): Promise<void> {
  const gone = states.filter((one) => Object.keys(one.states).length === 0);
  const stored = states.filter((one) => Object.keys(one.states).length > 0);
  if (gone.length > 0)
    await sql`
      delete from health_state h using unnest(${int8s(gone.map(({ customerId }) => customerId))}::bigint[], ${texts(gone.map(({ metric }) => metric))}::text[]) as n (customer_id, metric)
      where h.customer_id = n.customer_id and h.metric = n.metric`.execute(tx);
  if (stored.length > 0)
    await sql`
      insert into health_state (customer_id, metric, rules, due_at)
      select n.customer_id, n.metric, n.rules::jsonb, n.due_at
      from unnest(${int8s(stored.map(({ customerId }) => customerId))}::bigint[], ${texts(stored.map(({ metric }) => metric))}::text[],
        ${texts(stored.map(({ states: rules }) => JSON.stringify(rules)))}::text[], ${instants(stored.map(({ dueAt }) => dueAt))}::timestamptz[])
        as n (customer_id, metric, rules, due_at)
      on conflict (customer_id, metric) do update set rules = excluded.rules, due_at = excluded.due_at`.execute(tx);
}
