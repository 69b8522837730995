import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { matchCustomers } from '#features/customer/server/service.ts';
import type { warnApi } from '#features/warn/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { beforeToday, betweenMoments, midnightOf } from '#server/db/oldZone.ts';
import { belowDepartment, oneOf, same } from '#server/feature/filter.ts';
import { pageOf } from '#server/feature/paging.ts';
import type { InputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { visibleWarns } from './access.ts';
import { warnOrder } from './order.ts';
import { type WarnRow, warnRows } from './rows.ts';
import { rowFor } from './sight.ts';

type Input = InputOf<typeof warnApi.getWarnList>;
type Rows = ReturnType<typeof visibleWarns>['rows'];

async function keywordCondition(viewer: Viewer, rows: Rows, keyword: string | undefined): Promise<SQL | undefined> {
  const text = keyword?.trim();
  if (!text) return undefined;
  const people = await matchCustomers(viewer, text);
  return or(
    sql`${rows.no} ilike ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`,
    sql`${rows.equipmentSn} = ${text}`,
    people.length > 0 ? inArray(rows.customerId, people) : undefined,
  );
}

function conditions(viewer: Viewer, rows: Rows, input: Input): (SQL | undefined)[] {
  return [
    same(rows.no, input.no),
    oneOf(rows.status, input.status),
    oneOf(rows.type, input.type),
    oneOf(rows.level, input.level),
    oneOf(rows.family, input.family),
    oneOf(rows.result, input.result),
    oneOf(rows.falseReason, input.falseReason),
    same(rows.equipmentSn, input.equipmentSn),
    same(rows.customerId, input.customerId),
    same(rows.handlerId, input.handlerId),
    same(rows.projectId, input.projectId),
    same(rows.overdue, input.overdue),
    same(rows.test, input.test),
    belowDepartment(rows.departmentId, input.departmentId),
    ...betweenMoments(rows.createdAt, rows.projectId, input.createdFrom, input.createdTo),
    input.today
      ? sql`${rows.createdAt} >= ${beforeToday} and ${rows.createdAt} >= ${midnightOf(rows.projectId)}`
      : undefined,
    ...flags(viewer, rows, input),
  ];
}

function flags(viewer: Viewer, rows: Rows, input: Input): (SQL | undefined)[] {
  return [
    input.mine ? and(eq(rows.handlerId, viewer.userId), eq(rows.status, 'handling')) : undefined,
    input.followUp ? and(isNotNull(rows.followUpAt), isNull(rows.followedUpAt)) : undefined,
    input.followUpDue ? and(sql`${rows.followUpAt} <= now()`, isNull(rows.followedUpAt)) : undefined,
    input.unregistered ? and(isNotNull(rows.equipmentSn), isNull(rows.equipmentId)) : undefined,
    input.falseAsked === undefined ? undefined : sql`(${rows.falseAskedAt} is not null) = ${input.falseAsked}`,
    input.escalated === undefined ? undefined : sql`(${rows.escalation} > 0) = ${input.escalated}`,
  ];
}

type Filters = Omit<Input, 'page' | 'limit'>;

async function chosen(viewer: Viewer, input: Filters) {
  const { rows, only } = visibleWarns(viewer);
  return {
    rows,
    where: and(only, await keywordCondition(viewer, rows, input.keyword), ...conditions(viewer, rows, input)),
  };
}

/** Ids of the alarms in scope that the filters select, in the list's order. */
export async function selectWarns(viewer: Viewer, input: Filters) {
  const { rows, where } = await chosen(viewer, input);
  const fields = {
    createdAt: rows.createdAt,
    level: rows.level,
    escalation: rows.escalation,
    repeatCount: rows.repeatCount,
    claimedAt: rows.claimedAt,
    no: rows.no,
    customerName: sql`(select c.pinyin from customer c where c.id = ${rows.customerId})`,
  };
  const { order } = pageOf(input, fields, warnOrder(rows, input));
  return {
    query: db
      .select({ id: rows.id })
      .from(rows)
      .where(where)
      .orderBy(...order),
  };
}

/** How many alarms in scope the filters select. */
export async function countWarns(viewer: Viewer, input: Filters): Promise<number> {
  const { rows, where } = await chosen(viewer, input);
  const total = await db.select({ n: sql<number>`count(*)::int` }).from(rows).where(where);
  return total[0]?.n ?? 0;
}

/** Alarms in scope; see `warnOrder`. */
export async function getWarnList(viewer: Viewer, input: Input): Promise<Paged<WarnRow>> {
  const limit = input.limit ?? 10;
  const { query } = await selectWarns(viewer, input);
  const [page, count] = await Promise.all([
    query.limit(limit).offset(((input.page ?? 1) - 1) * limit),
    countWarns(viewer, input),
  ]);
  const found = await warnRows(
    db,
    page.map((row) => row.id),
  );
  return { rows: found.map((row) => rowFor(viewer, row)), count };
}
