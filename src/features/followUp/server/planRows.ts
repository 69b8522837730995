import { sql } from 'kysely';
import { dueDays, unpressed } from '#features/trial/server/service.ts';
import { visibleWarnsTable } from '#features/warn/server/service.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Db } from '#server/db/db.ts';
import { equals, inDepartmentTree } from '#server/db/filter.ts';
import { and, bigints } from '#server/db/values.ts';
import { zoneOf } from '#server/db/zone.ts';
import { type Assignees, assigneesOf, type Placed } from './assignees.ts';
import { type Candidate, candidatesOf, type Running } from './candidates.ts';
import { distribute } from './distribute.ts';
import type { Plan } from './plan.ts';

/** Maximum number of rows of one plan. */
export const maxRows = 20_000;

/**
 * Inserts rows; those without an instant are spread evenly over the remaining days, at 09:00 local time, but not before
 * now: a plan made in the afternoon has no overdue rows at the start.
 */
async function insert(
  tx: Db,
  plan: Running,
  rows: readonly Candidate[],
  userIds: readonly (string | null)[],
): Promise<void> {
  await sql`
    with days as (select greatest(${plan.fromDate}::date, ${plan.today}::date) as first, ${plan.untilDate}::date as last)
    insert into follow_up (kind, plan_id, customer_id, equipment_id, assignee_id, due_at, demo, created_by)
    select ${plan.kind}, ${plan.id}, n.customer_id, n.equipment_id, nullif(n.assignee_id, 0), greatest(now(), coalesce(n.due,
        (days.first + ((n.place - 1) * greatest(days.last - days.first + 1, 1) / ${rows.length})::int + time '09:00') at time zone ${zoneOf(sql`c.project_id`)})),
      c.demo, ${plan.createdBy}::bigint
    from unnest(${bigints(rows.map((row) => row.customerId))}::bigint[], ${rows.map((row) => row.equipmentId)}::bigint[],
      ${bigints(userIds.map((userId) => userId ?? '0'))}::bigint[], ${rows.map((row) => row.due)}::timestamptz[])
      with ordinality as n (customer_id, equipment_id, assignee_id, due, place) join customer c on c.id = n.customer_id, days
    on conflict do nothing`.execute(tx);
}

/** Adds to the plan follow-ups of warns in its days, as far as its maker sees them. */
async function insertOwed(tx: Db, plan: Plan, { able, loads }: Assignees): Promise<number> {
  const { id, fromDate, untilDate, filter, scope, createdBy } = plan;
  const owed = await tx.rows(sql<Placed & { id: string }>`
    select f.id::text, warn.department_id::text as "departmentId", warn.project_id::text as "projectId"
    from follow_up f join ${visibleWarnsTable({ userId: createdBy ?? '0', scope }, true)} on warn.id = f.warn_id
    where ${and(
      sql`f.state = 'open' and f.plan_id is null and f.deleted_at is null`,
      sql`(f.created_at at time zone ${zoneOf('warn.projectId')})::date between ${fromDate}::date and ${untilDate}::date`,
      equals('warn.projectId', filter.projectId),
      inDepartmentTree('warn.departmentId', filter.departmentId),
    )} order by f.due_at, f.id limit ${maxRows}::int for update of f`);
  return assignRows(tx, owed, distribute(owed, able, loads), id);
}

/** Assigns rows to the users, in order, and to the plan; returns how many had another user. */
async function assignRows(
  tx: Db,
  rows: readonly { id: string }[],
  userIds: readonly (string | null)[],
  planId: string,
): Promise<number> {
  const ids = bigints(rows.map(({ id }) => id));
  return tx.affected(sql`
    update follow_up f set plan_id = ${planId}, assignee_id = nullif(n.whose, 0)
    from unnest(${ids}, ${bigints(userIds.map((userId) => userId ?? '0'))}) as n (id, whose)
    where f.id = n.id and (f.plan_id is distinct from ${planId} or f.assignee_id is distinct from nullif(n.whose, 0))`);
}

/** Joins the ownership of a row: of its warn or customer. */
const placed = sql`left join warn w on w.id = f.warn_id left join customer c on c.id = f.customer_id`;
const place = sql`coalesce(w.department_id, c.department_id)::text as "departmentId", coalesce(w.project_id, c.project_id)::text as "projectId"`;

type Held = Placed & { assigneeId: string | null };

/** Redistributes remaining rows if their user no longer takes part in the plan or cannot finish them. */
export async function redistribute(tx: Db, plan: Plan): Promise<number> {
  const { able, loads } = await assigneesOf(tx, plan);
  const open = sql`f.plan_id = ${plan.id} and f.state in ('open', 'visit')`;
  const misplaced = ({ assigneeId, ...where }: Held) =>
    assigneeId === null ? able(where).length > 0 : !able(where).includes(assigneeId);
  const held = await tx.rows(sql<Held>`
    select distinct f.assignee_id::text as "assigneeId", ${place} from follow_up f ${placed} where ${open}`);
  if (!held.some(misplaced)) return 0;
  const rows = await tx.rows(sql<Held & { id: string }>`
    select f.id::text, f.assignee_id::text as "assigneeId", ${place} from follow_up f ${placed}
    where ${open} order by f.due_at, f.id for update of f`);
  const remaining = rows.filter(misplaced);
  return assignRows(tx, remaining, distribute(remaining, able, loads), plan.id);
}

/**
 * Adds rows of customers who match now, evenly distributed; returns their number. 400 when there are too many for one
 * plan.
 * @param today YYYY-MM-DD in the plan's zone
 */
export async function fill(tx: Db, stored: Plan, today: string): Promise<number> {
  const plan = { ...stored, today };
  const assignees = await assigneesOf(tx, plan);
  if (plan.kind === 'after_alarm') return insertOwed(tx, plan, assignees);
  const rows = await candidatesOf(tx, plan, plan.kind, maxRows);
  if (rows.length > maxRows) throw invalidField('filter', `符合的超过 ${maxRows} 条，请缩小范围`);
  if (rows.length > 0) await insert(tx, plan, rows, distribute(rows, assignees.able, assignees.loads));
  if (rows.length > 0 && plan.kind === 'test_press') await insertVisits(tx, plan);
  return rows.length;
}

/** Marks rows that need a visit by the trial list. */
async function insertVisits(tx: Db, { id }: Plan): Promise<void> {
  await sql`
    update follow_up f set state = 'visit', result = 'visit', note = t.note from trial t, device_state s
    where f.plan_id = ${id} and f.state = 'open' and t.equipment_id = f.equipment_id and t.ended_at is null and t.result = 'visit'
      and s.device_id = f.equipment_id and t.created_at > coalesce(s.pressed_at, '-infinity')`.execute(tx);
}

/** Values set by a press, inside a test window or outside. */
const pressed = sql`state = 'done', result = 'reached', note = coalesce(f.note, '已按'), done_at = s.pressed_at, last_at = s.pressed_at`;

/** Finishes rows with a device that counts as pressed in the trial list; returns their number. */
export async function tick(tx: Db, { id, kind }: Plan): Promise<number> {
  if (kind !== 'test_press') return 0;
  return tx.affected(sql`
    update follow_up f set ${pressed}
    from device_state s join equipment on equipment.id = s.device_id
    where s.device_id = f.equipment_id and f.plan_id = ${id} and f.state in ('open', 'visit')
      and not ${unpressed(await dueDays(tx))}`);
}

/** Finishes test presses pressed in the last minutes, with or without a plan; returns their number. */
export async function tickLately(tx: Db): Promise<number> {
  return tx.affected(sql`
    update follow_up f set ${pressed}
    from device_state s where s.device_id = f.equipment_id and f.kind = 'test_press' and f.state in ('open', 'visit')
      and s.pressed_at > now() - interval '5 minutes' and (f.plan_id is not null or s.pressed_at >= f.created_at)`);
}
