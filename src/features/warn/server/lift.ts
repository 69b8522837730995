import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import type { Raise } from './engine.ts';

/** Joins a fall and a later SOS of one batch; in one message the SOS comes first, and both stay separate warns. */
export function joinFalls(raises: Raise[]): Raise[] {
  return raises.map((press, index) => {
    if (press.type !== 'fall' || !press.customerId || press.tested) return press;
    const next = raises.findIndex((other) => other.type === 'sos' && other.subject === press.subject);
    return next > index ? { ...press, type: 'sos', level: 1, note: press.note ?? labelOf('warn_type', 'fall') } : press;
  });
}

/** Turns an open 跌倒 into an SOS if the customer presses SOS within 2 minutes: one warn at the higher level. */
export async function liftFalls(tx: Db, raises: Raise[]): Promise<Set<string>> {
  const falls = new Set(raises.filter((press) => press.type === 'fall').map((press) => press.subject));
  const subjects = [
    ...new Set(
      raises
        .filter((press) => press.type === 'sos' && press.customerId && !press.tested && !falls.has(press.subject))
        .map((press) => press.subject),
    ),
  ];
  if (subjects.length === 0) return new Set();
  const rows = await tx.returning(sql<{ id: string }>`
    update warn w set type = 'sos', level = least(w.level, 1), version = w.version + 1, updated_at = now()
    where w.type = 'fall' and w.status in ('pending', 'handling') and w.last_at > now() - interval '2 minutes'
      and w.subject in (select jsonb_array_elements_text(${JSON.stringify(subjects)}::jsonb))
      and not exists (select 1 from warn o where o.subject = w.subject and o.type = 'sos' and o.status in ('pending', 'handling'))
    returning id::text`);
  return new Set(rows.map((row) => row.id));
}
