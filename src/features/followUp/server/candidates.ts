import { type RawBuilder, sql } from 'kysely';
import { dueDays, inUse, unpressed } from '#features/trial/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { equals, inDepartmentTree } from '#server/db/filter.ts';
import { scoped } from '#server/db/scoped.ts';
import { and, texts } from '#server/db/values.ts';
import { zoneOf } from '#server/db/zone.ts';
import type { Placed } from './assignees.ts';
import type { Plan } from './plan.ts';

/** A customer who matches a plan, and the time of the call. */
export interface Candidate extends Placed {
  customerId: string;
  /** Device concerned, null when none. */
  equipmentId: string | null;
  /** ISO instant; null: any day of the plan. */
  due: string | null;
}

/** A plan with today's date in its zone, YYYY-MM-DD. */
export type Running = Plan & { today: string };

/** Order: customers who live alone first. */
const aloneFirst = sql`(customer.living_state = 'alone') desc nulls last, customer.id`;

/** Query for customers in the scope stored with the plan, in service, that match its filter. */
function candidateQuery({ scope, createdBy, filter, today }: Running) {
  const viewer: Pick<Viewer, 'userId' | 'scope'> = { userId: createdBy ?? '0', scope };
  const { projectId, departmentId, livingState, ageFrom } = filter;
  return {
    from: scoped(viewer, 'customer'),
    where: and(
      sql`customer.service_state not in ('paused', 'ended', 'deceased')`,
      equals('customer.projectId', projectId),
      inDepartmentTree('customer.departmentId', departmentId),
      livingState?.length ? sql`customer.living_state = any(${texts(livingState)})` : undefined,
      ageFrom === undefined
        ? undefined
        : sql`customer.birth_date <= ${today}::date - make_interval(years => ${ageFrom}::int)`,
    ),
  };
}

const ofDevice = sql`join equipment e on e.customer_id = customer.id and e.deleted_at is null join device_state s on s.device_id = e.id`;
const whose = sql`customer.id::text as "customerId", customer.department_id::text as "departmentId", customer.project_id::text as "projectId"`;
const dayOf = (instant: RawBuilder<unknown>) => sql`(${instant} at time zone ${zoneOf('customer.projectId')})::date`;
/** Condition that the plan has no row for this customer and device yet. */
const isNew = ({ id }: Plan, equipment: RawBuilder<unknown>) => sql`not exists (
  select 1 from follow_up f where f.plan_id = ${id} and f.customer_id = customer.id and f.equipment_id is not distinct from ${equipment})`;

type Find = (tx: Db, plan: Running, most: number) => Promise<Candidate[]>;

/** Finds every matching customer, once. */
const everybody: Find = (tx, plan, most) =>
  tx.rows(sql<Candidate>`
    select ${whose}, null::text as "equipmentId", null::timestamptz as due from ${candidateQuery(plan).from}
    where ${candidateQuery(plan).where} and ${isNew(plan, sql`null::bigint`)} order by ${aloneFirst} limit ${most}`);

/** Remaining days of a plan with their birthdays `md`; 29 February falls on 28 February in non-leap years. */
const birthdays = ({ fromDate, untilDate, today }: Running) => sql`
  (select min(day) as day, md from (
    select d::date as day, to_char(d, 'MMDD') as md from generate_series(greatest(${fromDate}::date, ${today}::date), ${untilDate}::date, interval '1 day') d
    union all
    select d::date, '0229' from generate_series(greatest(${fromDate}::date, ${today}::date), ${untilDate}::date, interval '1 day') d
    where to_char(d, 'MMDD') = '0228' and to_char(d + interval '1 day', 'MMDD') = '0301') every group by md)`;

/** Queries per kind of plan; follow-ups after warns exist already. */
const finders: Readonly<Record<Exclude<Plan['kind'], 'after_alarm'>, Find>> = {
  care: everybody,
  weather: everybody,
  birthday: (tx, plan, most) =>
    tx.rows(sql<Candidate>`
    select ${whose}, null::text as "equipmentId", (b.day + time '09:00') at time zone ${zoneOf('customer.projectId')} as due
    from ${candidateQuery(plan).from} join ${birthdays(plan)} b on b.md = to_char(customer.birth_date, 'MMDD')
    where ${candidateQuery(plan).where} and ${isNew(plan, sql`null::bigint`)} order by b.day, ${aloneFirst} limit ${most}`),
  install: (tx, plan, most) =>
    tx.rows(sql<Candidate>`
    select ${whose}, b.equipment_id::text as "equipmentId", b.bound_at + interval '7 days' as due
    from ${candidateQuery(plan).from} join equipment_binding b on b.customer_id = customer.id and b.unbound_at is null
    where ${candidateQuery(plan).where} and ${dayOf(sql`(b.bound_at + interval '7 days')`)} between ${plan.fromDate}::date and ${plan.untilDate}::date
      and ${isNew(plan, sql`b.equipment_id`)} order by b.bound_at, b.id limit ${most}`),
  offline: (tx, plan, most) =>
    tx.rows(sql<Candidate>`
    select ${whose}, e.id::text as "equipmentId", now() as due from ${candidateQuery(plan).from} ${ofDevice}
    where ${candidateQuery(plan).where} and not s.online and s.offline_since < now() - interval '24 hours'
      and ${isNew(plan, sql`e.id`)} order by ${aloneFirst}, e.id limit ${most}`),
  // Devices that the trial list shows as due, at the time of their next call there.
  test_press: async (tx, plan, most) =>
    tx.rows(sql<Candidate>`
    select ${whose}, equipment.id::text as "equipmentId", (
      select t.next_at from trial t where t.equipment_id = equipment.id and t.ended_at is null and t.next_at > now()
        and t.created_at > coalesce(s.pressed_at, '-infinity')) as due
    from ${candidateQuery(plan).from} join equipment on equipment.customer_id = customer.id and equipment.deleted_at is null
      join device_state s on s.device_id = equipment.id
    where ${candidateQuery(plan).where} and ${inUse} and ${unpressed(await dueDays(tx))}
      and ${isNew(plan, sql`equipment.id`)} order by ${aloneFirst}, equipment.id limit ${most}`),
};

/** Returns up to `most` + 1 customers who match the plan and have no row yet, in order of priority. */
export async function candidatesOf(
  tx: Db,
  plan: Running,
  kind: Exclude<Plan['kind'], 'after_alarm'>,
  most: number,
): Promise<Candidate[]> {
  return finders[kind](tx, plan, most + 1);
}
