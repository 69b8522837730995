import { sql } from 'kysely';
import { consentLapsed, hasConsent } from '#features/customer/server/service.ts';
import type { Db } from '#server/db/db.ts';
import { bigints, texts } from '#server/db/values.ts';
import { type CommandState, lastCommand, speakers } from './commands.ts';

/** Longest report interval that can be set, s; alarms are still sent at once. */
const seldom = 86_400;
/** Validity of the command for an absent device, days. */
const waits = 7;

const canReport = sql`m.capabilities @> array['interval'] and m.protocol = any(${texts(speakers.interval)})`;

/** Reporting interval in seconds to which devices were set, as a table of (equipment_id, seconds); others have their model's. */
export const reportingIntervals = sql`(
  select distinct on (c.equipment_id) c.equipment_id, (c.params ->> 'seconds')::int as seconds from equipment_command c
  where c.command = 'interval' and c.state in ('sent', 'acknowledged') order by c.equipment_id, c.id desc)`;

/**
 * Sets the longest report interval while the customer's location consent has lapsed, the short one of an emergency while
 * it lasts and the consent is valid, and the previous one afterwards. Sends nothing to a device that has the setting
 * already, or does not support it.
 */
export async function updateReporting(tx: Db, equipmentIds: readonly string[]): Promise<void> {
  await sql`
    insert into equipment_command (equipment_id, command, params, valid_until)
    select d.id, 'interval', jsonb_build_object('seconds', case when d.hushed then ${seldom}::int else coalesce(d.urgent, own.seconds, d.interval_seconds) end,
      'hushed', d.hushed) || case when d.urgent is null then '{}' else '{"urgent": true}' end::jsonb, now() + make_interval(days => ${waits})
    from (
      select e.id, m.interval_seconds, exists (select 1 from customer where customer.id = e.customer_id and ${consentLapsed('location')}) as hushed,
        (select i.seconds from equipment_command_interval i join customer on customer.id = i.customer_id where i.customer_id = e.customer_id and ${hasConsent('location')}) as urgent
      from equipment e join model m on m.id = e.model_id
      where e.id = any(${bigints(equipmentIds)}) and e.deleted_at is null and ${canReport}) d
    left join lateral (
      select coalesce((c.params ->> 'hushed')::boolean, false) as hushed,
        case when c.params ? 'urgent' and c.state in ('queued', 'sent', 'acknowledged') then (c.params ->> 'seconds')::int end as urgent, c.params ? 'urgent' as was_urgent
      from equipment_command c
      where c.equipment_id = d.id and c.command = 'interval' order by c.id desc limit 1) last on true
    left join lateral (
      select (c.params ->> 'seconds')::int as seconds from equipment_command c
      where c.equipment_id = d.id and c.command = 'interval' and not c.params ? 'hushed' and c.state in ('sent', 'acknowledged') order by c.id desc limit 1) own on true
    where d.hushed <> coalesce(last.hushed, false)
      or (d.urgent is not null and d.urgent is distinct from last.urgent) or (d.urgent is null and coalesce(last.was_urgent, false))`.execute(
    tx,
  );
}

/** Updates the report interval of all devices of a customer. */
export async function updateReportingOf(tx: Db, customerId: string): Promise<void> {
  const rows = await tx.rows(sql<{ id: string }>`
    select id::text from equipment where customer_id = ${customerId} and deleted_at is null order by id`);
  if (rows.length > 0)
    await updateReporting(
      tx,
      rows.map(({ id }) => id),
    );
}

/**
 * Lets the devices of a customer report each `seconds` during an emergency; null ends it, and the interval before it
 * applies again. Wake the senders after the commit.
 */
export async function setUrgentReporting(tx: Db, customerId: string, seconds: number | null): Promise<void> {
  if (seconds === null) await tx.deleteFrom('equipmentCommandInterval').where('customerId', '=', customerId).execute();
  else
    await tx
      .insertInto('equipmentCommandInterval')
      .values({ customerId, seconds })
      .onConflict((conflict) => conflict.column('customerId').doUpdateSet({ seconds }))
      .execute();
  await updateReportingOf(tx, customerId);
}

/** How far a customer's devices have the short interval of an emergency; `none`: no device supports it. */
export async function urgentReporting(tx: Db, customerId: string): Promise<CommandState | 'none'> {
  const devices = await tx.rows(sql<{ id: string }>`
    select e.id::text from equipment e join model m on m.id = e.model_id where e.customer_id = ${customerId} and e.deleted_at is null and ${canReport}`);
  const last = await lastCommand(
    tx,
    devices.map(({ id }) => id),
    'interval',
  );
  return last?.params.urgent === true ? last.state : 'none';
}
