import type pg from 'pg';
import { peopleCount } from './people.ts';

export const warningCount = Number(process.env.WARNINGS ?? 1_000_000);
/** Warnings that are open: one a person at most. */
const openCount = Math.min(1000, peopleCount);

/** Warnings of two years by the rule of a rise, most of them ended: called, ignored, or ended with the sign. */
const rows = `
  create table bench_warning as
  select nextval('id_seq') as id, n, n <= ${openCount} as open, n % 10 = 9 as ignored, n % 10 in (3, 6) as recovered, p.id as device_id, p.customer_id, p.project_id, c.department_id,
    (array['spo2', 'systolic', 'heart_rate', 'breath_rate', 'temperature'])[1 + case when n <= ${openCount} then 0 else n % 5 end] as metric,
    case when n % 50 = 0 then 2 else 3 + n % 2 end as level, now() - interval '10 minutes' - n * (interval '730 days' / ${warningCount}) as at
  from generate_series(1, ${warningCount}) n
  join bench_person p on p.index = n % (select count(*) from bench_person) join customer c on c.id = p.customer_id`;

const warns = `
  insert into warn (id, no, type, family, level, status, subject, customer_id, equipment_id, department_id, project_id, created_at, received_at, last_at, waiting_since, last_step_at,
    shown_at, handler_id, claimed_at, first_claimed_at, recovered_at, ignored_at, finished_at)
  select id, 'JK-BENCH-' || n, 'health', 'health', level, case when open then 'pending' else 'done' end, 'h:' || customer_id || ':' || metric, customer_id, device_id, department_id, project_id, at, at, at, at, at,
    at, handler, case when handler is not null then at end, case when handler is not null then at end, case when not open and recovered then at + interval '20 minutes' end,
    case when not open and ignored then at + interval '20 minutes' end, case when not open then at + interval '20 minutes' end
  from bench_warning, lateral (select case when not open and not recovered then (select min(id) from "user") end as handler) h order by n desc`;

const facts = `
  insert into health_warn (warn_id, customer_id, metric, direction, value, limit_value, rule_id, rule_version, evidence, due_at, result, last_at)
  select id, customer_id, metric, 'high', 105, 100, rule, 1, jsonb_build_object('kind', 'step', 'at', at, 'level', level, 'side', 'high', 'value', 105, 'limit', 100,
      'said', jsonb_build_object('reference', 70, 'by', 35, 'of', 5), 'samples', jsonb_build_array(
        jsonb_build_object('metric', metric, 'at', 0, 'value', 70), jsonb_build_object('metric', metric, 'at', 1, 'value', 105))),
    at + interval '1 hour', case when not open and not recovered and not ignored then 'phone' end, at
  from bench_warning, (select min(id) as rule from rule where code = 'heart_rise') r order by n desc`;

/** Lays a million warnings of the people, a thousand of them open. */
export async function layWarnings(client: pg.Client): Promise<void> {
  await client.query('set synchronous_commit = off');
  await client.query(
    `update warn set status = 'done', finished_at = now() where type = 'health' and status in ('pending', 'handling')`,
  );
  await client.query(rows);
  await client.query('begin; alter table warn disable trigger user');
  await client.query(warns);
  await client.query('alter table warn enable trigger user; commit');
  await client.query(facts);
  await client.query('drop table bench_warning');
  await client.query('vacuum (analyze) warn, health_warn');
}
