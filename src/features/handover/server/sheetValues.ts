import { sql } from 'kysely';
import { followUpsOwed } from '#features/followUp/server/service.ts';
import { countOpenGaps } from '#features/shift/server/service.ts';
import { heldWarnsOf, visibleWarnsTable } from '#features/warn/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { json } from '#server/db/values.ts';
import { warnTypes } from '#shared/codes.ts';
import { countsOf, type Sheet, type Span } from './figures.ts';

/** A list of a sheet holds so many at most. */
const maxRows = 50;

export type Watched = Pick<Sheet['watch'][number], 'customerId' | 'why'>;

/** People of the scope whom the next shift has to think of: in hospital or not back, of those who alarmed, and who alarmed again and again. */
async function watchList(tx: Db, viewer: Viewer, { from, to }: Span): Promise<Watched[]> {
  const { rows } = await sql<Watched>`
    with alarmed as (
      select warn.customer_id as id, count(*)::int as n from ${visibleWarnsTable(viewer, false)}
      where warn.customer_id is not null and not warn.test and warn.created_at >= ${from}::timestamptz and warn.created_at < ${to}::timestamptz
      group by warn.customer_id)
    select customer.id::text as "customerId",
      case when l.expected_return < now() then 'overdue' when l.kind = 'hospital' then 'hospital' else 'repeated' end as why
    from ${scoped(viewer, 'customer')} left join alarmed a on a.id = customer.id
      left join customer_leave l on l.customer_id = customer.id and l.returned_at is null
    where l.expected_return < now() or l.kind = 'hospital' and a.n > 0 or a.n > 1
    order by a.n desc nulls last, customer.id limit ${maxRows}`.execute(tx);
  return rows;
}

/**
 * Returns what is broken now: device alarms of the scope by type, and projects of the scope without anybody on duty. An operator
 * who may not open device alarms is told of their number as well: the sheet is the whole shift's.
 */
async function faultsNow(tx: Db, viewer: Viewer): Promise<Sheet['faults']> {
  const { rows } = await sql<{ type: keyof typeof warnTypes; count: number }>`
    select warn.type, count(*)::int as count from ${visibleWarnsTable(viewer, true)}
    where warn.family = 'device' and warn.status in ('pending', 'handling') group by warn.type order by 2 desc, 1`.execute(
    tx,
  );
  const unmanned = await countOpenGaps(tx, viewer);
  return [
    ...rows.map(({ type, count }) => ({ title: `设备${warnTypes[type]}`, count })),
    ...(unmanned > 0 ? [{ title: '项目无人值班', count: unmanned }] : []),
  ];
}

/** The columns of a sheet from what stands now: figures of the viewer's span, what they hold and owe, whom and what to watch. */
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
