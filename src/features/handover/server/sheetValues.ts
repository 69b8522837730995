import { sql } from 'kysely';
import { followUpsOwed } from '#features/followUp/server/service.ts';
import { countOpenGaps } from '#features/shift/server/service.ts';
import { counted, deviceWork, visibleWarnsTable } from '#features/warn/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { json } from '#server/db/values.ts';
import { warnTypes } from '#shared/codes.ts';
import { countsOf, type Sheet, type Span } from './figures.ts';
import { heldWarnsOf } from './takeOver.ts';

/** Maximum rows of the watch list. */
const maxRows = 50;

export type Watched = Pick<Sheet['watch'][number], 'customerId' | 'why'>;

/**
 * Returns customers in scope that the next shift should watch: overdue from leave, in hospital after an alarm, or with
 * repeated alarms.
 */
async function watchList(tx: Db, viewer: Viewer, { from, to }: Span): Promise<Watched[]> {
  return tx.rows(sql<Watched>`
    with alarmed as (
      select warn.customer_id as id, count(*)::int as n from ${visibleWarnsTable(viewer, false)}
      where warn.customer_id is not null and ${counted} and warn.created_at >= ${from}::timestamptz and warn.created_at < ${to}::timestamptz
      group by warn.customer_id)
    select customer.id::text as "customerId",
      case when l.expected_return < now() then 'overdue' when l.kind = 'hospital' then 'hospital' else 'repeated' end as why
    from ${scoped(viewer, 'customer')} left join alarmed a on a.id = customer.id
      left join customer_leave l on l.customer_id = customer.id and l.returned_at is null
    where l.expected_return < now() or l.kind = 'hospital' and a.n > 0 or a.n > 1
    order by a.n desc nulls last, customer.id limit ${maxRows}`);
}

/**
 * Returns current faults: open device alarms in scope by type, and projects in scope without a user on duty. Counts are
 * shown without the permission for device alarms, too: the sheet is for the whole shift.
 */
async function faultsNow(tx: Db, viewer: Viewer): Promise<Sheet['faults']> {
  const rows = await tx.rows(sql<{ type: keyof typeof warnTypes; count: number }>`
    select warn.type, count(*)::int as count from ${visibleWarnsTable(viewer, true)}
    where ${deviceWork} and warn.status in ('pending', 'handling') group by warn.type order by 2 desc, 1`);
  const unmanned = await countOpenGaps(tx, viewer);
  return [
    ...rows.map(({ type, count }) => ({ title: `设备${warnTypes[type]}`, count })),
    ...(unmanned > 0 ? [{ title: '项目无人值班', count: unmanned }] : []),
  ];
}

/**
 * Returns the columns of a sheet from the current data: counts of the span, open alarms and follow-ups, watch list,
 * faults.
 */
export async function fillColumns(tx: Db, viewer: Viewer, span: Span) {
  const [warns, owed] = [await heldWarnsOf(tx, viewer.userId), await followUpsOwed(tx, viewer.userId, span.to)];
  return {
    fromAt: span.from,
    untilAt: span.to,
    counts: json(await countsOf(tx, viewer, span, owed.length)),
    openWarns: json(warns),
    followUps: json(owed),
    watch: json(await watchList(tx, viewer, span)),
    faults: json(await faultsNow(tx, viewer)),
  };
}
