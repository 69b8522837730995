import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { parameter } from '#features/dictionary/server/service.ts';
import { Problem } from '#server/core/problem.ts';
import type { Db } from '#server/db/db.ts';
import { productZone } from '#server/db/zone.ts';
import type { trialStates } from '../contract.ts';

/** Default days without a press after which a device is due, without a parameter. */
const usualDays = 30;

export function dueDays(tx: Db): Promise<number> {
  return parameter(tx, 'trial', 'days', usualDays);
}

/**
 * Condition on `equipment`: has SOS, is in use, and its customer's service is not paused. The models are a list, so
 * that the planner need not guess their number; paused customers are few and indexed.
 */
export const inUse = sql<SqlBool>`(
  equipment.state = 'in_use' and equipment.model_id = any(array(select id from model where capabilities @> array['sos']))
  and equipment.customer_id is not null and not exists (
    select 1 from customer r where r.id = equipment.customer_id
      and (r.deleted_at is not null or r.service_state in ('paused', 'ended', 'deceased'))))`;

/** Condition on `equipment`: its customer lives alone. */
export const ofAlone = sql<SqlBool>`exists (
  select 1 from customer a where a.id = equipment.customer_id and a.living_state = 'alone')`;

/** Start of this month per project, `(id, start)`, computed once each. */
export const months = sql`(
  select id, date_trunc('month', now() at time zone coalesce(time_zone, ${productZone})) at time zone coalesce(time_zone, ${productZone}) as start
  from project offset 0)`;

/** Devices with a later trial or a visit, `(equipment_id)`, each once: a press ends earlier trials. */
export const waiting = sql`(
  select t.equipment_id from trial t join device_state l on l.device_id = t.equipment_id
  where t.ended_at is null and (t.next_at > now() or t.result = 'visit') and t.created_at > coalesce(l.pressed_at, '-infinity'))`;

const pressedWithin = (days: number) => sql<SqlBool>`exists (
  select 1 from device_state r where r.device_id = equipment.id and r.pressed_at >= now() - make_interval(days => ${days}::int))`;

/** Condition on `equipment`: neither pressed this month nor lately, so a call is needed, now or at the agreed time. */
export function unpressed(days: number): RawBuilder<SqlBool> {
  return sql`(not ${pressedWithin(days)} and not ${hasState('done', days)})`;
}

/** Condition on `equipment` for a state. */
export function hasState(state: keyof typeof trialStates, days: number): RawBuilder<SqlBool> {
  if (state === 'done')
    return sql`exists (
      select 1 from device_state r join ${months} m on r.pressed_at >= m.start
      where r.device_id = equipment.id and m.id = equipment.project_id and r.pressed_at > now() - interval '32 days')`;
  const pressed = pressedWithin(days);
  const later = sql`exists (select 1 from ${waiting} w where w.equipment_id = equipment.id)`;
  return state === 'later' ? sql`(${later} and not ${pressed})` : sql`(not ${pressed} and not ${later})`;
}

/** Throws 409 when a trial is no longer needed: device not in use, or pressed meanwhile. */
export async function requireDue(
  tx: Db,
  { id, state, customerId }: { id: string; state: string; customerId: string | null },
): Promise<void> {
  if (state !== 'in_use' || customerId === null)
    throw new Problem(409, '设备已不在使用中，请刷新列表', { state, customerId });
  const pressed = await tx.row(sql<{ at: string }>`
    select pressed_at as at from device_state where device_id = ${id} and pressed_at > now() - make_interval(days => ${await dueDays(tx)}::int)`);
  if (pressed) throw new Problem(409, '老人已经按过，不用再试', { pressedAt: pressed.at });
}
