import { sql } from 'kysely';
import { consentLapsed } from '#features/customer/server/service.ts';
import type { Db } from '#server/db/db.ts';
import { bigints, texts } from '#server/db/values.ts';
import { speakers } from './commands.ts';

/** As seldom as a device can be told to report, s; an alarm is sent at once all the same. */
const seldom = 86_400;
/** A device that is away is waited for this long, days. */
const waits = 7;

/**
 * Tells devices that can be told: to report as seldom as they can while whoever has them does not agree to being located any
 * more, and afterwards as often as before. One that was told so already is not told again.
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

/** The same for all that somebody has. */
export async function updateReportingOf(tx: Db, customerId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id::text from equipment where customer_id = ${customerId} and deleted_at is null order by id`.execute(tx);
  if (rows.length > 0)
    await updateReporting(
      tx,
      rows.map(({ id }) => id),
    );
}
