import { and, eq, gte, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { matchCustomers } from '#features/customer/server/service.ts';
import type { warnApi } from '#features/warn/contract.ts';
import { db } from '#server/db.ts';
import { pageOf } from '#server/paging.ts';
import { may, type Viewer } from '#server/viewer.ts';
import type { InputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { visibleWarns } from './access.ts';
import { reduced, type WarnRow, warnRows } from './rows.ts';

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
  const list = <T>(values: T[] | undefined) => (values && values.length > 0 ? values : null);
  const status = list(input.status);
  const type = list(input.type);
  const level = list(input.level);
  const family = list(input.family);
  const result = list(input.result);
  const falseReason = list(input.falseReason);
  return [
    input.no ? eq(rows.no, input.no) : undefined,
    status ? inArray(rows.status, status) : undefined,
    type ? inArray(rows.type, type) : undefined,
    level ? inArray(rows.level, level) : undefined,
    family ? inArray(rows.family, family) : undefined,
    result ? inArray(rows.result, result) : undefined,
    falseReason ? inArray(rows.falseReason, falseReason) : undefined,
    input.equipmentSn ? eq(rows.equipmentSn, input.equipmentSn) : undefined,
    input.customerId ? eq(rows.customerId, input.customerId) : undefined,
    input.handlerId ? eq(rows.handlerId, input.handlerId) : undefined,
    input.mine ? and(eq(rows.handlerId, viewer.userId), eq(rows.status, 'handling')) : undefined,
    input.followUp ? and(isNotNull(rows.followUpAt), isNull(rows.followedUpAt)) : undefined,
    input.departmentId
      ? sql`${rows.departmentId} in (select id from department where ${input.departmentId}::bigint = any(path))`
      : undefined,
    input.projectId ? eq(rows.projectId, input.projectId) : undefined,
    input.overdue === undefined ? undefined : eq(rows.overdue, input.overdue),
    input.escalated === undefined ? undefined : input.escalated ? sql`${rows.escalation} > 0` : eq(rows.escalation, 0),
    input.createdFrom ? gte(rows.createdAt, input.createdFrom) : undefined,
    input.createdTo ? lte(rows.createdAt, input.createdTo) : undefined,
  ];
}

/** Open first, then level, then escalated, then newest (names.md); the queue of waiting ones: longest waiting before newer. */
function defaultOrder(rows: Rows): SQL[] {
  return [
    sql`(${rows.status} in ('pending', 'handling')) desc`,
    sql`${rows.level} asc`,
    sql`${rows.escalation} desc`,
    sql`${rows.createdAt} desc`,
    sql`${rows.id} desc`,
  ];
}

/** Alarms in scope; see `defaultOrder`. */
export async function getWarnList(viewer: Viewer, input: Input): Promise<Paged<WarnRow>> {
  const { rows, only } = visibleWarns(viewer);
  const where = and(only, await keywordCondition(viewer, rows, input.keyword), ...conditions(viewer, rows, input));
  const fields = {
    createdAt: rows.createdAt,
    level: rows.level,
    escalation: rows.escalation,
    repeatCount: rows.repeatCount,
    claimedAt: rows.claimedAt,
    no: rows.no,
    customerName: sql`(select c.pinyin from customer c where c.id = ${rows.customerId})`,
  };
  const { limit, offset, order } = pageOf(input, fields, defaultOrder(rows));
  const [page, total] = await Promise.all([
    db
      .select({ id: rows.id })
      .from(rows)
      .where(where)
      .orderBy(...order)
      .limit(limit)
      .offset(offset),
    db.select({ n: sql<number>`count(*)::int` }).from(rows).where(where),
  ]);
  const found = await warnRows(
    db,
    page.map((row) => row.id),
  );
  return { rows: may(viewer, 'warn:claim') ? found : found.map(reduced), count: total[0]?.n ?? 0 };
}
