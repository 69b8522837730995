import { type SqlBool, sql } from 'kysely';
import { counted, hospitalMs, visibleWarns } from '#features/warn/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';

/** Presses within 24 hours from which a customer is watched. */
const manyPresses = 3;

/** Customer that the shift watches; at least one of the two reasons is set. */
interface Watched {
  customerId: string | null;
  name: string | null;
  /** Last warn after which the customer was taken to hospital. */
  hospital: { warnId: string; finishedAt: string; followUpAt: string | null } | null;
  /** Repeated presses within 24 hours: count and last warn. */
  pressed: { warnId: string; times: number; lastAt: string } | null;
}

/** Condition: counted warns, except those of customers with an ended service or deceased. */
const served = sql<SqlBool>`${counted} and not exists (
  select 1 from customer c where c.id = warn.customer_id and c.service_state in ('ended', 'deceased'))`;

const personName = sql<string | null>`(select c.name from customer c where c.id = warn.customer_id)`;

async function inHospital(viewer: Viewer) {
  return visibleWarns(viewer)
    .select(['warn.id as warnId', 'warn.subject', 'warn.customerId', personName.as('name'), 'warn.finishedAt'])
    .select(sql<string | null>`case when warn.followed_up_at is null then warn.follow_up_at end`.as('followUpAt'))
    .distinctOn('warn.subject')
    .where('warn.result', '=', 'hospital')
    .where('warn.status', '=', 'done')
    .where(sql<SqlBool>`warn.finished_at > now() - make_interval(secs => ${hospitalMs / 1000})`)
    .where(served)
    .orderBy('warn.subject')
    .orderBy('warn.finishedAt', 'desc')
    .execute();
}

/**
 * Returns repeated presses. A press joins an open warn, so presses of the last 24 hours are in open warns or in those
 * closed after that time.
 */
async function pressedOften(viewer: Viewer) {
  return visibleWarns(viewer)
    .innerJoin('warnStep as s', 's.warnId', 'warn.id')
    .select(['warn.subject', 'warn.customerId', personName.as('name')])
    .select(sql<string>`(array_agg(warn.id order by s.at desc))[1]::text`.as('warnId'))
    .select(sql<number>`count(*)::int`.as('times'))
    .select(sql<string>`max(s.at)`.as('lastAt'))
    .where('warn.type', '=', 'sos')
    .where(sql<SqlBool>`(warn.status in ('pending', 'handling') or warn.finished_at > now() - interval '24 hours')`)
    .where('s.kind', 'in', ['created', 'repeated'])
    .where(sql<SqlBool>`s.at > now() - interval '24 hours'`)
    .where(served)
    .groupBy(['warn.subject', 'warn.customerId'])
    .having(sql<SqlBool>`count(*) >= ${manyPresses}::int`)
    .execute();
}

/**
 * Returns the customers in scope to watch: taken to hospital within 72 hours, or three or more presses within 24 hours.
 * The latest event comes first.
 */
export async function watchedCustomers(viewer: Viewer): Promise<Watched[]> {
  const [hospital, pressed] = await Promise.all([inHospital(viewer), pressedOften(viewer)]);
  const bySubject = new Map<string, Watched>();
  for (const { subject, customerId, name, finishedAt, ...rest } of hospital)
    bySubject.set(subject, { customerId, name, hospital: { ...rest, finishedAt: finishedAt ?? '' }, pressed: null });
  for (const { subject, customerId, name, ...rest } of pressed)
    bySubject.set(subject, { customerId, name, hospital: bySubject.get(subject)?.hospital ?? null, pressed: rest });
  const lastOf = ({ hospital, pressed }: Watched) =>
    Math.max(Date.parse(hospital?.finishedAt ?? '') || 0, Date.parse(pressed?.lastAt ?? '') || 0);
  return [...bySubject.values()].toSorted((a, b) => lastOf(b) - lastOf(a));
}
