import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { matchCustomers } from '#features/customer/server/service.ts';
import { visibleHealthWarns } from '#features/warn/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { contains, equals, inDepartmentTree, oneOf } from '#server/db/filter.ts';
import { countLimit, countOf, limitsOf } from '#server/db/paging.ts';
import { and, or } from '#server/db/values.ts';
import { beforeToday, betweenMoments, midnightOf } from '#server/db/zone.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import type { warningApi } from '../contract.ts';
import { inStates, metricOf, openWarns } from './conditions.ts';
import { warningRows } from './rows.ts';

type Input = InputOf<typeof warningApi.getEarlyWarningList>;
export type WarningFilters = Omit<Input, 'page' | 'limit'>;
type Row = OutputOf<typeof warningApi.getEarlyWarningList>;
type Condition = RawBuilder<SqlBool> | undefined;

async function keywordCondition(viewer: Viewer, keyword: string | undefined): Promise<Condition> {
  const text = keyword?.trim();
  if (!text) return undefined;
  const customerIds = await matchCustomers(viewer, text);
  return or(
    contains(['warn.no'], text),
    sql`health_warn.rule_id in (select rule.id from rule where ${contains(['rule.name'], text)})`,
    customerIds.length > 0 ? sql`warn.customer_id = any(${customerIds})` : undefined,
  );
}

/** Matches open ones, and those that ended today in the zone of their project. */
const ofToday = sql<SqlBool>`(${openWarns} or warn.finished_at >= ${beforeToday} and warn.finished_at >= ${midnightOf('warn.projectId')})`;

/** A single sign is compared by itself: its index gives the order, too. */
function ofMetrics(metrics: readonly string[] | undefined): Condition {
  if (!metrics?.length) return undefined;
  return metrics.length === 1 ? sql`${metricOf} = ${metrics[0]}` : sql`${metricOf} = any(${[...metrics]}::text[])`;
}

function conditionsOf(input: WarningFilters, isOpen: boolean): Condition[] {
  const { metric, handlerId } = input;
  return [
    equals('warn.customerId', input.customerId),
    inStates(input.state, isOpen),
    oneOf('warn.level', input.level),
    ofMetrics(metric),
    equals('healthWarn.ruleId', input.ruleId),
    handlerId === undefined
      ? undefined
      : sql`(warn.handler_id = ${handlerId} or warn.status = 'pending' and warn.offered_to = ${handlerId})`,
    inDepartmentTree('warn.departmentId', input.departmentId),
    input.today ? ofToday : undefined,
    ...betweenMoments('warn.createdAt', 'warn.projectId', input.createdFrom, input.createdTo),
  ];
}

/** Health warns in scope with what they are about. */
export const scopedWarnings = (viewer: Viewer) =>
  visibleHealthWarns(viewer).innerJoin('healthWarn', 'healthWarn.warnId', 'warn.id');

const newest = sql`warn.created_at desc, warn.id desc`;

/** Returns the queries of the ids: waiting ones, then taken ones, by level and the longest wait, then ended ones, newest first. */
export async function selectWarnings(viewer: Viewer, input: WarningFilters) {
  const keyword = await keywordCondition(viewer, input.keyword);
  const rows = (isOpen: boolean) =>
    scopedWarnings(viewer)
      .where(and(keyword, ...conditionsOf(input, isOpen)))
      .select('warn.id');
  const sort = input.sort?.[0];
  const order = sort?.order === 'asc' ? sql`warn.created_at, warn.id` : newest;
  return {
    open: rows(true)
      .where(openWarns)
      .orderBy(sort ? order : sql`warn.status desc, warn.level, warn.received_at, warn.id`),
    ended: rows(false).where(sql<SqlBool>`warn.status in ('done', 'false')`).orderBy(order),
  };
}

/** Counts open and ended warnings; ended ones up to 10,001 unless `exact`. */
export async function countWarnings(viewer: Viewer, input: WarningFilters) {
  const { open, ended } = await selectWarnings(viewer, input);
  const [openCount, endedCount] = await Promise.all([
    countOf(open.clearOrderBy()),
    countOf(ended.clearOrderBy(), countLimit),
  ]);
  return { openCount, count: openCount + endedCount };
}

/** Returns a page of health warnings in scope: open ones first. */
export async function getEarlyWarningList(viewer: Viewer, input: Input): Promise<Paged<Row>> {
  const { page: _page, limit: _limit, ...filters } = input;
  const { limit, offset } = limitsOf(input);
  const [{ open, ended }, { openCount, count }] = await Promise.all([
    selectWarnings(viewer, filters),
    countWarnings(viewer, filters),
  ]);
  const first = limit === 0 || offset >= openCount ? [] : await open.limit(limit).offset(offset).execute();
  const rest = limit - first.length;
  const further =
    rest === 0
      ? []
      : await ended
          .limit(rest)
          .offset(Math.max(0, offset - openCount))
          .execute();
  return {
    rows: await warningRows(
      db,
      [...first, ...further].map(({ id }) => id),
    ),
    count,
  };
}
