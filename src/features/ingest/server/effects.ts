import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { texts } from '#server/db/values.ts';
import type { FoundAlarm } from './fold.ts';

/** Key of a raised alarm. */
interface Raised {
  id: string;
  subject: string;
  type: string;
}

/** Stores with each raw message the warns that it raised or repeated; a fall that became an SOS counts as that SOS. */
export async function saveEffects(
  tx: Db,
  alarms: readonly FoundAlarm[],
  raised: readonly Raised[],
  subjectOf: (alarm: FoundAlarm) => string,
): Promise<void> {
  const ids = new Map(raised.map(({ id, subject, type }) => [`${subject}|${type}`, id]));
  const rows = new Map<string, { alarm: FoundAlarm; warns: string[] }>();
  for (const alarm of alarms) {
    const id = ids.get(`${subjectOf(alarm)}|${alarm.type}`) ?? ids.get(`${subjectOf(alarm)}|sos`);
    const key = `${alarm.device.id} ${alarm.message.key}`;
    if (id) rows.set(key, { alarm, warns: [...(rows.get(key)?.warns ?? []), id] });
  }
  if (rows.size === 0) return;
  const all = [...rows.values()];
  const times = all.map(({ alarm }) => alarm.message.receivedAt).sort();
  const effects = all.map(({ warns }) => JSON.stringify([...new Set(warns)].map((id) => ({ kind: 'warn', id }))));
  await sql`
    update raw_message r set effects = n.effects::jsonb
    from unnest(${texts(all.map(({ alarm }) => alarm.device.id))}::bigint[], ${texts(all.map(({ alarm }) => alarm.message.key))}::bigint[],
      ${texts(all.map(({ alarm }) => alarm.message.receivedAt))}::timestamptz[], ${texts(effects)}) as n (device, key, at, effects)
    where r.device_id = n.device and r.key = n.key and r.received_at = n.at
      and r.received_at >= ${times[0]}::timestamptz and r.received_at <= ${times.at(-1)}::timestamptz`.execute(tx);
}
