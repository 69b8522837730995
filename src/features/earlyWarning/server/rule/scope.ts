import { sql } from 'kysely';

/** Condition that the rule of the outer statement, `rule`, covers `customer`: one in service that its scope names. */
export const covers = sql<boolean>`(
  customer.deleted_at is null and customer.service_state in ('pending', 'active')
  and (rule.scope ->> 'projectId' is null or customer.project_id = (rule.scope ->> 'projectId')::bigint)
  and (rule.scope -> 'all' = 'true'
    or customer.chronic && array(select jsonb_array_elements_text(rule.scope -> 'chronic'))
    or customer.tag && array(select jsonb_array_elements_text(rule.scope -> 'tag'))
    or rule.scope -> 'abilityLevel' @> to_jsonb(customer.ability_level)
    or rule.scope -> 'customerIds' @> to_jsonb(customer.id::text)))`;

/** Signs whose values the rule of the outer statement reads. */
export const listensTo = sql`(case rule.kind
  when 'together' then array(select c ->> 'metric' from jsonb_array_elements(rule.definition -> 'all') c)
  when 'news2' then array['consciousness', 'oxygen'] else array[rule.metric] end)`;
