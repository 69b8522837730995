import { sql } from 'kysely';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { json, texts } from '#server/db/values.ts';
import { settingCommands } from '../contract.ts';
import { speakers } from './commands.ts';

/** Validity in days of the setting commands for the new device. */
const waits = 7;

/**
 * Sends the newest value of each setting of the old device to the new one, if supported. Skips intervals set because of
 * a withdrawn consent: `updateReporting` sets those.
 */
export async function moveSettings(tx: Db, viewer: Viewer, from: string, to: string): Promise<void> {
  await sql`
    insert into equipment_command (equipment_id, command, params, valid_until, created_by)
    select distinct on (c.command) ${to}::bigint, c.command, c.params, now() + make_interval(days => ${waits}), ${viewer.userId}::bigint
    from equipment_command c join equipment e on e.id = ${to} join model m on m.id = e.model_id
    where c.equipment_id = ${from} and c.command = any(${texts([...settingCommands])})
      and c.state in ('queued', 'sent', 'acknowledged') and not c.params ? 'hushed'
      and not exists (select 1 from equipment_command n where n.equipment_id = e.id and n.command = c.command and n.state = 'queued')
      and m.capabilities @> array[c.command] and (${json(speakers)} -> c.command) ? m.protocol
    order by c.command, c.id desc`.execute(tx);
}
