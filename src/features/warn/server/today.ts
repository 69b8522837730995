import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { may, type Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { midnightOf, zoneOf } from '#server/db/oldZone.ts';
import { viewerZone } from '#server/db/zone.ts';
import type { WarnLevel, WarnResult, WarnType } from '#shared/codes.ts';
import { maskNumbers } from '#shared/mask.ts';
import { visibleWarns } from './access.ts';
import { warnOrder } from './order.ts';
import { type WarnRow, warnRows } from './rows.ts';
import { rowFor } from './sight.ts';

/** Older than anything of yesterday, whatever the zone. */
const recent = sql`now() - interval '51 hours'`;

export interface QueueHead {
  pending: number;
  level: WarnLevel | null;
  longest: { id: string; name: string | null; type: WarnType; receivedAt: string } | null;
  mine: WarnRow[];
  mineCount: number;
}

/** Who waits, and what the viewer has in hand (the first three of the queue). */
export async function queueHead(viewer: Viewer): Promise<QueueHead> {
  const { rows, only } = visibleWarns(viewer);
  const [waiting, mine] = await Promise.all([
    db
      .select({
        id: rows.id,
        name: sql<string | null>`(select c.name from customer c where c.id = ${rows.customerId})`,
        type: rows.type,
        receivedAt: rows.receivedAt,
        pending: sql<number>`(count(*) over ())::int`,
        level: sql<WarnLevel>`min(${rows.level}) over ()`,
      })
      .from(rows)
      .where(and(only, eq(rows.status, 'pending'), sql`(not ${rows.test} or not ${rows.silent})`))
      .orderBy(asc(rows.receivedAt))
      .limit(1),
    db
      .select({ id: rows.id, count: sql<number>`(count(*) over ())::int` })
      .from(rows)
      .where(and(only, eq(rows.status, 'handling'), eq(rows.handlerId, viewer.userId)))
      .orderBy(...warnOrder(rows, {}))
      .limit(3),
  ]);
  const { pending = 0, level = null, ...longest } = waiting[0] ?? {};
  const found = await warnRows(
    db,
    mine.map(({ id }) => id),
  );
  return {
    pending,
    level,
    longest: waiting[0] ? (longest as QueueHead['longest']) : null,
    mine: found.map((row) => rowFor(viewer, row)),
    mineCount: mine[0]?.count ?? 0,
  };
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

/** Today's alarms, each in the day of its project, without tests, drills and the work of device staff. */
export async function todayFigures(viewer: Viewer): Promise<TodayFigures> {
  const { rows, only } = visibleWarns(viewer);
  const midnight = midnightOf(rows.projectId);
  const today = sql`${rows.createdAt} >= ${midnight}`;
  const response = sql`extract(epoch from ${rows.claimedAt} - ${rows.receivedAt})`;
  // One that still waits beyond its limit is late already.
  const sofar = sql`extract(epoch from coalesce(${rows.claimedAt}, now()) - ${rows.receivedAt})`;
  const handling = sql`extract(epoch from ${rows.finishedAt} - ${rows.claimedAt})`;
  const taken = sql`${today} and ${rows.claimedAt} is not null`;
  const ended = sql`${taken} and ${rows.finishedAt} is not null`;
  const int = (condition: ReturnType<typeof sql>) => sql<number>`count(*) filter (where ${condition})::int`;
  // The limit grows with the level as the ladder does (domain.md 7.4).
  const limit = sql`(select p.claim_seconds from project p where p.id = ${rows.projectId}) * case ${rows.level} when 1 then 1 when 2 then 3 else 10 end`;
  const [row] = await db
    .select({
      today: int(today),
      yesterday: int(sql`${rows.createdAt} < now() - interval '1 day'`),
      done: int(sql`${today} and ${rows.status} = 'done'`),
      handling: int(sql`${today} and ${rows.status} = 'handling'`),
      false: int(sql`${today} and ${rows.status} = 'false'`),
      responseMean: sql<number | null>`(avg(${response}) filter (where ${taken}))::float8`,
      onTimeRate: sql<
        number | null
      >`(100.0 * avg(case when ${sofar} <= ${limit} then 1 else 0 end) filter (where ${taken} or ${today} and ${sofar} > ${limit}))::float8`,
      handlingMean: sql<number | null>`(avg(${handling}) filter (where ${ended}))::float8`,
      handlingMedian: sql<
        number | null
      >`(percentile_cont(0.5) within group (order by ${handling}) filter (where ${ended}))::float8`,
    })
    .from(rows)
    .where(
      and(
        only,
        sql`not ${rows.test} and ${rows.family} <> 'device' and ${rows.createdAt} >= ${recent} and ${rows.createdAt} >= ${midnight} - interval '1 day'`,
      ),
    );
  return row as TodayFigures;
}

/** Alarms by hour of their project's day, today and yesterday, and the hour that runs where the viewer works. */
export async function hoursOfTwoDays(
  viewer: Viewer,
): Promise<{ hours: number[]; hoursYesterday: number[]; hour: number }> {
  const { rows, only } = visibleWarns(viewer);
  const midnight = midnightOf(rows.projectId);
  const found = await db
    .select({
      hour: sql<number>`extract(hour from ${rows.createdAt} at time zone ${zoneOf(rows.projectId)})::int`,
      today: sql<boolean>`${rows.createdAt} >= ${midnight}`,
      n: sql<number>`count(*)::int`,
    })
    .from(rows)
    .where(
      and(
        only,
        sql`not ${rows.test} and ${rows.family} <> 'device' and ${rows.createdAt} >= ${recent} and ${rows.createdAt} >= ${midnight} - interval '1 day'`,
      ),
    )
    .groupBy(sql`1`, sql`2`);
  const day = (today: boolean) =>
    Array.from({ length: 24 }, (_, hour) => found.find((one) => one.hour === hour && one.today === today)?.n ?? 0);
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

/** What was written at the end: for colleagues without whole numbers, for those who may not take alarms not at all. */
const maskedNote = (may: boolean, note: string | null) => (may && note !== null ? maskNumbers(note) : null);

/** 待回访, the next one first. */
export async function dueFollowUps(
  viewer: Viewer,
  most: number,
): Promise<{ count: number; dueToday: number; rows: DueFollowUp[] }> {
  const { rows, only } = visibleWarns(viewer);
  const due = and(only, isNotNull(rows.followUpAt), isNull(rows.followedUpAt));
  const [found, total] = await Promise.all([
    db
      .select({
        id: rows.id,
        customerName: sql<string | null>`(select c.name from customer c where c.id = ${rows.customerId})`,
        type: rows.type,
        result: rows.result,
        note: rows.closeNote,
        handlerId: rows.handlerId,
        finishedAt: rows.finishedAt,
        dueAt: rows.followUpAt,
        timeZone: zoneOf(rows.projectId),
        // Held in a piece of its own, the column keeps its table: at the top of a selected one it is named bare.
        times: sql<number>`(select count(*)::int + 1 from warn_step s where s.warn_id = ${sql`${rows.id}`} and s.data ->> 'followUp' = 'true')`,
      })
      .from(rows)
      .where(due)
      .orderBy(asc(rows.followUpAt), asc(rows.id))
      .limit(most),
    db
      .select({
        count: sql<number>`count(*)::int`,
        dueToday: sql<number>`count(*) filter (where ${rows.followUpAt} < ${midnightOf(rows.projectId)} + interval '1 day')::int`,
      })
      .from(rows)
      .where(due),
  ]);
  const whole = may(viewer, 'warn:claim');
  return {
    count: total[0]?.count ?? 0,
    dueToday: total[0]?.dueToday ?? 0,
    rows: found.map(({ handlerId, ...row }) => ({
      ...row,
      dueAt: row.dueAt ?? '',
      note: whole && handlerId === viewer.userId ? row.note : maskedNote(whole, row.note),
    })),
  };
}

/** How many alarms each person has in hand. */
export async function openByHandler(): Promise<Map<string, number>> {
  const found = await db.execute<{ handler_id: string; n: number }>(
    sql`select handler_id::text, count(*)::int as n from warn where status = 'handling' and handler_id is not null group by handler_id`,
  );
  return new Map(found.rows.map((row) => [row.handler_id, row.n]));
}
