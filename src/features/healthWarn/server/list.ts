import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { matchCustomers } from '#features/customer/server/service.ts';
import { visibleHealthWarns } from '#features/warn/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { contains, equals, inDepartmentTree, oneOf } from '#server/db/filter.ts';
import { countLimit, countOf, limitsOf } from '#server/db/paging.ts';
import { scoped } from '#server/db/scoped.ts';
import { and, bigints, or } from '#server/db/values.ts';
import { beforeToday, betweenMoments, midnightOf } from '#server/db/zone.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import type { warningApi } from '../contract.ts';
import { endedWarns, inStates, metricOf, openWarns } from './conditions.ts';
import { warningRows } from './rows.ts';

type Input = InputOf<typeof warningApi.getEarlyWarningList>;
export type WarningFilters = Omit<Input, 'page' | 'limit'>;
type Row = OutputOf<typeof warningApi.getEarlyWarningList>;
type Condition = RawBuilder<SqlBool> | undefined;

/** Matches person, rule or whole number, all by columns of one table: its indexes find them together. */
async function keywordCondition(viewer: Viewer, keyword: string | undefined): Promise<Condition> {
  const text = keyword?.trim();
  if (!text) return undefined;
  const [customerIds, rules] = await Promise.all([
    matchCustomers(viewer, text),
    db
      .selectFrom('rule')
      .select('rule.id')
      .where(and(contains(['rule.name'], text)))
      .execute(),
  ]);
  return or(
    sql`health_warn.warn_id = (select warn.id from ${scoped(viewer, 'warn')} where warn.no = ${text.toUpperCase()})`,
    rules.length > 0 ? sql`health_warn.rule_id = any(${bigints(rules.map(({ id }) => id))})` : undefined,
    customerIds.length > 0 ? sql`health_warn.customer_id = any(${bigints(customerIds)})` : undefined,
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
      : or(
          equals('warn.handlerId', handlerId),
          isOpen ? sql`warn.status = 'pending' and warn.offered_to = ${handlerId}` : undefined,
        ),
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
  // PostgreSQL leaves out an outer join that no condition needs.
  const rows = (isOpen: boolean) =>
    visibleHealthWarns(viewer)
      .leftJoin('healthWarn', 'healthWarn.warnId', 'warn.id')
      .where(and(isOpen ? openWarns : endedWarns, keyword, ...conditionsOf(input, isOpen)))
      .select('warn.id');
  const sort = input.sort?.[0];
  const order = sort?.order === 'asc' ? sql`warn.created_at, warn.id` : newest;
  // An index in this order may pass a million others: `offset 0` finds few ones before they are sorted.
  const few = (found: ReturnType<typeof rows>) =>
    db.selectFrom(found.select('warn.createdAt').offset(0).as('warn')).select('warn.id').orderBy(order);
  const [open, ended] = [rows(true), rows(false)];
  return {
    open: sort ? few(open) : open.orderBy(sql`warn.status desc, warn.level, warn.received_at, warn.id`),
    ended: ended.orderBy(order),
    fewEnded: few(ended),
  };
}
type Selected = Awaited<ReturnType<typeof selectWarnings>>;

/** Counts open warnings, and ended ones up to 10,001. */
async function countsOf({ open, ended }: Selected) {
  const [openCount, endedCount] = await Promise.all([
    countOf(open.clearOrderBy()),
    countOf(ended.clearOrderBy(), countLimit),
  ]);
  return { openCount, endedCount };
}

/** Counts warnings; of ended ones up to 10,001. */
export async function countWarnings(viewer: Viewer, input: WarningFilters): Promise<number> {
  const { openCount, endedCount } = await countsOf(await selectWarnings(viewer, input));
  return openCount + endedCount;
}

/** Returns a page of health warnings in scope: open ones first. */
export async function getEarlyWarningList(viewer: Viewer, input: Input): Promise<Paged<Row>> {
  const { page: _page, limit: _limit, ...filters } = input;
  const { limit, offset } = limitsOf(input);
  const selected = await selectWarnings(viewer, filters);
  const { openCount, endedCount } = await countsOf(selected);
  const first = offset < openCount ? await selected.open.limit(limit).offset(offset).execute() : [];
  const [rest, passed] = [limit - first.length, Math.max(0, offset - openCount)];
  const ended = endedCount < countLimit ? selected.fewEnded : selected.ended;
  const further = rest > 0 && endedCount > 0 ? await ended.limit(rest).offset(passed).execute() : [];
  return {
    rows: await warningRows(
      db,
      [...first, ...further].map(({ id }) => id),
    ),
    count: openCount + endedCount,
  };
}
