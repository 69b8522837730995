import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { parameter } from '#features/dictionary/server/service.ts';
import type { Db } from '#server/db/db.ts';
import { productZone } from '#server/db/zone.ts';
import type { trialViews } from '../contract.ts';

/** So many days without a press and a device is due, where the parameter says nothing. */
const usualDays = 30;

export function dueDays(tx: Db): Promise<number> {
  return parameter(tx, 'trial', 'days', usualDays);
}

/**
 * On `equipment`: it can call for help, is in use, and is of somebody whose service does not rest: nobody calls them. The models
 * are a list, whose number the planner does not have to guess; those who rest are few and have an index.
 */
export const inUse = sql<SqlBool>`(
  equipment.state = 'in_use' and equipment.model_id = any(array(select id from model where capabilities @> array['sos']))
  and equipment.customer_id is not null and not exists (
    select 1 from customer r where r.id = equipment.customer_id
      and (r.deleted_at is not null or r.service_state in ('paused', 'ended', 'deceased'))))`;

/** On `equipment`: whoever has it lives alone. */
export const ofAlone = sql<SqlBool>`exists (
  select 1 from customer a where a.id = equipment.customer_id and a.living_state = 'alone')`;

/** When this month began in each project, `(id, start)`; reckoned once for each. */
export const months = sql`(
  select id, date_trunc('month', now() at time zone coalesce(time_zone, ${productZone})) at time zone coalesce(time_zone, ${productZone}) as start
  from project offset 0)`;

/** Devices that are tried again at a later time, `(equipment_id)`, each once: a press ends what was tried before it. */
export const waiting = sql`(
  select t.equipment_id from trial t join device_state l on l.device_id = t.equipment_id
  where t.ended_at is null and t.next_at > now() and t.created_at > coalesce(l.pressed_at, '-infinity'))`;

/** The rows of a view, on `equipment`. */
export function viewed(view: keyof typeof trialViews, days: number): RawBuilder<SqlBool> {
  if (view === 'done')
    return sql`exists (
      select 1 from device_state r join ${months} m on r.pressed_at >= m.start
      where r.device_id = equipment.id and m.id = equipment.project_id and r.pressed_at > now() - interval '32 days')`;
  const pressed = sql`exists (
    select 1 from device_state r where r.device_id = equipment.id and r.pressed_at >= now() - make_interval(days => ${days}::int))`;
  const later = sql`exists (select 1 from ${waiting} w where w.equipment_id = equipment.id)`;
  return view === 'later' ? sql`(${later} and not ${pressed})` : sql`(not ${pressed} and not ${later})`;
}
