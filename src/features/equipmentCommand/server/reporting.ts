import { sql } from 'kysely';
import { consentLapsed } from '#features/customer/server/service.ts';
import type { Db } from '#server/db/db.ts';
import { bigints, texts } from '#server/db/values.ts';
import { speakers } from './commands.ts';

/** Longest report interval that can be set, s; alarms are still sent at once. */
const seldom = 86_400;
/** Validity of the command for an absent device, days. */
const waits = 7;

/**
 * Sets the longest report interval while the customer's location consent has lapsed, and the previous one afterwards.
 * Sends nothing to a device that has the setting already, or does not support it.
 */
export async function updateReporting(tx: Db, equipmentIds: readonly string[]): Promise<void> {
  await sql`
    insert into equipment_command (equipment_id, command, params, valid_until)
    select d.id, 'interval', jsonb_build_object('seconds', case when d.hushed then ${seldom}::int else coalesce(own.seconds, d.interval_seconds) end, 'hushed', d.hushed),
      now() + make_interval(days => ${waits})
    from (
      select e.id, m.interval_seconds, exists (select 1 from customer where customer.id = e.customer_id and ${consentLapsed('location')}) as hushed
      from equipment e join model m on m.id = e.model_id
      where e.id = any(${bigints(equipmentIds)}) and e.deleted_at is null and m.capabilities @> array['interval'] and m.protocol = any(${texts(speakers.interval)})) d
    left join lateral (
      select coalesce((c.params ->> 'hushed')::boolean, false) as hushed from equipment_command c
      where c.equipment_id = d.id and c.command = 'interval' order by c.id desc limit 1) last on true
    left join lateral (
      select (c.params ->> 'seconds')::int as seconds from equipment_command c
      where c.equipment_id = d.id and c.command = 'interval' and not c.params ? 'hushed' and c.state in ('sent', 'acknowledged') order by c.id desc limit 1) own on true
    where d.hushed <> coalesce(last.hushed, false)`.execute(tx);
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
