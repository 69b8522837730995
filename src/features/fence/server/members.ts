import { sql } from 'kysely';
import { hasConsent } from '#features/customer/server/service.ts';
import { bigints } from '#server/db/values.ts';

/** Condition that `customer` is judged: not out of service or on leave, and agrees to be located. */
export const isJudged = sql<boolean>`(customer.deleted_at is null and customer.service_state in ('pending', 'active') and ${hasConsent('location')}
  and not exists (select 1 from customer_leave l where l.customer_id = customer.id and l.returned_at is null))`;

/** Condition that the person of standing `s` is where fence `f` does not want them; of `stay` the time decides. */
export const isOut = sql<boolean>`(f.kind <> 'stay' and s.side = case f.kind when 'forbidden' then 'inside' else 'outside' end)`;

/** Condition that fence `f` and `customer` share a tag within the fence's project and department. */
const sharesTag = sql`f.tag && customer.tag and f.project_id = customer.project_id
  and exists (select 1 from department d where d.id = customer.department_id and f.department_id = any(d.path))`;

const inUse = sql`f.deleted_at is null and f.status = 'enabled'`;

/** Selects `customer_id` and `fence_id` of the fences in use that are for these people; null: for anybody. */
export function fencesFor(customerIds: readonly string[] | null) {
  const ids = customerIds && bigints(customerIds);
  return sql`
    select m.id as customer_id, f.id as fence_id from fence f cross join unnest(f.customer_ids) m (id)
    where ${inUse} and ${ids ? sql`f.customer_ids && ${ids} and m.id = any(${ids})` : sql`f.customer_ids <> '{}'`}
    union
    select customer.id, f.id from customer join fence f on ${sharesTag}
    where ${ids ? sql`customer.id = any(${ids})` : sql`customer.tag <> '{}'`} and ${inUse} and f.tag <> '{}'`;
}

/** Selects the `id` of the people whom fence `f` of the outer statement is for. */
export const peopleOfFence = sql`
  select customer.id from customer where customer.id = any(f.customer_ids)
  union
  select customer.id from customer where f.tag <> '{}' and ${sharesTag}`;
