import { type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  counted,
  deviceWork,
  responseSeconds,
  rowFor,
  visibleWarns,
  type WarnRow,
  waiting,
  warnRows,
  wasClaimed,
} from '#features/warn/server/service.ts';
import { warnOrder } from '#features/warnList/server/service.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { midnightOf, viewerZone, zoneOf } from '#server/db/zone.ts';
import type { WarnLevel, WarnResult, WarnType } from '#shared/codes.ts';
import { maskNumbers } from '#shared/mask.ts';

/** Lower bound before yesterday's start in any time zone. */
const recent = sql`now() - interval '51 hours'`;

const midnight = midnightOf('warn.projectId');
const today = sql<boolean>`warn.created_at >= ${midnight}`;

const customerName = sql<string | null>`(select c.name from customer c where c.id = warn.customer_id)`;

/** Selects counted warns of today and yesterday, by the day of their project. */
function ofTwoDays(viewer: Viewer) {
  return visibleWarns(viewer).where(
    sql<SqlBool>`${counted} and warn.created_at >= ${recent} and warn.created_at >= ${midnight} - interval '1 day'`,
  );
}

export interface QueueHead {
  pending: number;
  level: WarnLevel | null;
  longest: { id: string; name: string | null; type: WarnType; level: WarnLevel; receivedAt: string } | null;
  /** Open device work for viewers with its permission; otherwise null. */
  deviceWork: { open: number; level: WarnLevel | null } | null;
}

/** Returns the waiting warns. */
export async function queueHead(viewer: Viewer): Promise<QueueHead> {
  const [first, device] = await Promise.all([
    visibleWarns(viewer)
      .select([
        'warn.id',
        customerName.as('name'),
        'warn.type',
        'warn.receivedAt',
        sql<number>`(count(*) over ())::int`.as('pending'),
        sql<WarnLevel>`warn.level`.as('level'),
        sql<WarnLevel>`min(warn.level) over ()`.as('highest'),
      ])
      .where(waiting)
      .orderBy('warn.receivedAt')
      .limit(1)
      .executeTakeFirst(),
    hasPermission(viewer, 'warn:device')
      ? visibleWarns(viewer)
          .select([sql<number>`count(*)::int`.as('open'), sql<WarnLevel | null>`min(warn.level)`.as('level')])
          .where('warn.status', 'in', ['pending', 'handling'])
          .where(deviceWork)
          .executeTakeFirstOrThrow()
      : null,
  ]);
  return {
    pending: first?.pending ?? 0,
    level: first?.highest ?? null,
    longest: first
      ? { id: first.id, name: first.name, type: first.type, level: first.level, receivedAt: first.receivedAt }
      : null,
    deviceWork: device,
  };
}

/** Returns the warns that the viewer handles: their number, and the first three of the queue. */
export async function ownWarns(viewer: Viewer): Promise<{ rows: WarnRow[]; count: number }> {
  const handling = await visibleWarns(viewer)
    .select(['warn.id', sql<number>`(count(*) over ())::int`.as('count')])
    .where('warn.status', '=', 'handling')
    .where('warn.handlerId', '=', viewer.userId)
    .orderBy(warnOrder(viewer, {}))
    .limit(3)
    .execute();
  const rows = await warnRows(
    db,
    handling.map(({ id }) => id),
  );
  return { rows: rows.map((row) => rowFor(viewer, row)), count: handling[0]?.count ?? 0 };
}

export interface TodayFigures {
  today: number;
  yesterday: number;
  done: number;
  handling: number;
  false: number;
  responseMean: number | null;
  onTimeRate: number | null;
  handlingMean: number | null;
  handlingMedian: number | null;
}

/** Returns figures of today's counted warns, each in the day of its project. */
export async function todayFigures(viewer: Viewer): Promise<TodayFigures> {
  const handling = sql`extract(epoch from warn.finished_at - warn.first_claimed_at)`;
  const claimedToday = sql`${today} and ${wasClaimed}`;
  const ended = sql`${claimedToday} and warn.finished_at is not null`;
  const int = (condition: RawBuilder<unknown>) => sql<number>`count(*) filter (where ${condition})::int`;
  return ofTwoDays(viewer)
    .select([
      int(today).as('today'),
      int(sql`warn.created_at < now() - interval '1 day'`).as('yesterday'),
      int(sql`${today} and warn.status = 'done'`).as('done'),
      int(sql`${today} and warn.status = 'handling'`).as('handling'),
      int(sql`${today} and warn.status = 'false'`).as('false'),
      sql<number | null>`(avg(${responseSeconds}) filter (where ${claimedToday}))::float8`.as('responseMean'),
      sql<
        number | null
      >`(100.0 * avg(case when warn.overdue then 0 else 1 end) filter (where ${claimedToday} or ${today} and warn.overdue))::float8`.as(
        'onTimeRate',
      ),
      sql<number | null>`(avg(${handling}) filter (where ${ended}))::float8`.as('handlingMean'),
      sql<number | null>`(percentile_cont(0.5) within group (order by ${handling}) filter (where ${ended}))::float8`.as(
        'handlingMedian',
      ),
    ])
    .executeTakeFirstOrThrow();
}

/** Returns counts per hour of the project's day, today and yesterday, and the current hour at the viewer's project. */
export async function hoursOfTwoDays(
  viewer: Viewer,
): Promise<{ hours: number[]; hoursYesterday: number[]; hour: number }> {
  const hourCounts = await ofTwoDays(viewer)
    .select([
      sql<number>`extract(hour from warn.created_at at time zone ${zoneOf('warn.projectId')})::int`.as('hour'),
      today.as('today'),
      sql<number>`count(*)::int`.as('n'),
    ])
    .groupBy(sql`1`)
    .groupBy(sql`2`)
    .execute();
  const day = (today: boolean) =>
    Array.from(
      { length: 24 },
      (_, hour) => hourCounts.find((bucket) => bucket.hour === hour && bucket.today === today)?.n ?? 0,
    );
  const timeZone = await viewerZone(db, viewer);
  const hour = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' });
  return { hours: day(true), hoursYesterday: day(false), hour: Number(hour.format(new Date())) };
}

export interface DueFollowUp {
  id: string;
  customerName: string | null;
  type: WarnType;
  result: WarnResult | null;
  note: string | null;
  finishedAt: string | null;
  dueAt: string;
  times: number;
  timeZone: string;
}

/** Returns the closing note: for colleagues with numbers masked, for viewers who may not claim null. */
const maskedNote = (canClaim: boolean, note: string | null) => (canClaim && note !== null ? maskNumbers(note) : null);

/** Returns due follow-ups (待回访), the next one first. */
export async function dueFollowUps(
  viewer: Viewer,
  limit: number,
): Promise<{ count: number; dueToday: number; rows: DueFollowUp[] }> {
  const due = visibleWarns(viewer).where('warn.followUpAt', 'is not', null).where('warn.followedUpAt', 'is', null);
  const [rows, total] = await Promise.all([
    due
      .select([
        'warn.id',
        customerName.as('customerName'),
        'warn.type',
        'warn.result',
        'warn.closeNote as note',
        'warn.handlerId',
        'warn.finishedAt',
        'warn.followUpAt as dueAt',
        zoneOf('warn.projectId').as('timeZone'),
        sql<number>`(select count(*)::int + 1 from warn_step s where s.warn_id = warn.id and s.data ->> 'followUp' = 'true')`.as(
          'times',
        ),
      ])
      .orderBy('warn.followUpAt')
      .orderBy('warn.id')
      .limit(limit)
      .execute(),
    due
      .select([
        sql<number>`count(*)::int`.as('count'),
        sql<number>`count(*) filter (where warn.follow_up_at < ${midnight} + interval '1 day')::int`.as('dueToday'),
      ])
      .executeTakeFirstOrThrow(),
  ]);
  const canClaim = hasPermission(viewer, 'warn:claim');
  return {
    ...total,
    rows: rows.map(({ handlerId, ...row }) => ({
      ...row,
      dueAt: row.dueAt ?? '',
      note: canClaim && handlerId === viewer.userId ? row.note : maskedNote(canClaim, row.note),
    })),
  };
}

/** Returns the number of handled warns per user. */
export async function handlingCounts(): Promise<Map<string, number>> {
  const rows = await db.rows(
    sql<{
      handler_id: string;
      n: number;
    }>`select handler_id::text, count(*)::int as n from warn where status = 'handling' and family <> 'health' and handler_id is not null group by handler_id`,
  );
  return new Map(rows.map((row) => [row.handler_id, row.n]));
}
