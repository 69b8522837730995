import { sql } from 'kysely';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { ruleTrialApi } from '../../contract/tryRule.ts';

type Api = (typeof ruleTrialApi)['getRuleFigures'];

const unneeded = sql`h.result in ('equipment_fault', 'tuned', 'none')`;

/** Returns what each rule has raised in a time, of people whom the viewer sees. */
export async function getRuleFigures(viewer: Viewer, { from, to }: InputOf<Api>): Promise<OutputOf<Api>> {
  return db.rows(sql<OutputOf<Api>[number]>`
    with raised as (
      select h.rule_id, h.customer_id, h.result, warn.ignored_at, warn.first_claimed_at, warn.created_at, customer.name
      from health_warn h join ${scoped(viewer, 'customer')} on customer.id = h.customer_id join warn on warn.id = h.warn_id
      where warn.created_at >= ${from}::timestamptz and warn.created_at < ${to}::timestamptz),
    people as (
      select rule_id, customer_id, name, count(*)::int as n, row_number() over (partition by rule_id order by count(*) desc, customer_id) as place
      from raised group by rule_id, customer_id, name)
    select h.rule_id::text as id, count(*)::int as raised,
      (count(*) filter (where h.result is not null and not ${unneeded}))::int as confirmed,
      (count(*) filter (where ${unneeded}))::int as unneeded,
      (count(*) filter (where h.ignored_at is not null))::int as ignored,
      round(percentile_cont(0.5) within group (order by extract(epoch from h.first_claimed_at - h.created_at)))::int as "medianSeconds",
      (select coalesce(jsonb_agg(jsonb_build_object('id', p.customer_id::text, 'name', p.name, 'n', p.n) order by p.place), '[]')
        from people p where p.rule_id = h.rule_id and p.place <= 10) as people
    from raised h group by h.rule_id order by h.rule_id limit 1000`);
}
