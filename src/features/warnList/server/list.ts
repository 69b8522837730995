import { type RawBuilder, sql } from 'kysely';
import { matchCustomers } from '#features/customer/server/service.ts';
import {
  atDesk,
  counted,
  deskWork,
  deviceWork,
  firstClaimer,
  rowFor,
  visibleWarns,
  type WarnRow,
  waiting,
  warnRows,
  wasClaimed,
} from '#features/warn/server/service.ts';
import type { warnListApi } from '#features/warnList/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { contains, equals, holds, inDepartmentTree, oneOf } from '#server/db/filter.ts';
import { countOf, limitsOf, orderOf } from '#server/db/paging.ts';
import { and, or } from '#server/db/values.ts';
import { beforeToday, betweenMoments, midnightOf } from '#server/db/zone.ts';
import type { InputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { warnOrder } from './order.ts';

type Input = InputOf<typeof warnListApi.getWarnList>;
type Condition = RawBuilder<unknown> | undefined;

async function keywordCondition(viewer: Viewer, keyword: string | undefined): Promise<Condition> {
  const text = keyword?.trim();
  if (!text) return undefined;
  const customerIds = await matchCustomers(viewer, text);
  return or(
    contains(['warn.no'], text),
    sql`warn.equipment_sn = ${text}`,
    customerIds.length > 0 ? sql`warn.customer_id = any(${customerIds})` : undefined,
  );
}

function conditions(viewer: Viewer, input: Input): Condition[] {
  return [
    equals('warn.no', input.no),
    oneOf('warn.status', input.status),
    oneOf('warn.type', input.type),
    oneOf('warn.level', input.level),
    oneOf('warn.family', input.family),
    oneOf('warn.result', input.result),
    oneOf('warn.falseReason', input.falseReason),
    equals('warn.equipmentSn', input.equipmentSn),
    equals('warn.customerId', input.customerId),
    oneOf('warn.customerId', input.customerIds),
    equals('warn.handlerId', input.handlerId),
    equals('warn.projectId', input.projectId),
    equals('warn.overdue', input.overdue),
    equals('warn.test', input.test),
    inDepartmentTree('warn.departmentId', input.departmentId),
    ...betweenMoments('warn.createdAt', 'warn.projectId', input.createdFrom, input.createdTo),
    input.today
      ? sql`warn.created_at >= ${beforeToday} and warn.created_at >= ${midnightOf('warn.projectId')}`
      : undefined,
    ...flags(viewer, input),
    ...byActor(input),
  ];
}

/** Matches a step of this kind by this user. */
function hasStepOf(kind: 'claimed' | 'false', userId: string | undefined): Condition {
  return userId === undefined
    ? undefined
    : sql`exists (select from warn_step s where s.warn_id = warn.id and s.kind = ${kind} and s.user_id = ${userId} and ${atDesk(sql`s.at`)})`;
}

/** Matches what users did; the figures of quality count the same. */
function byActor({ inTime, claimedBy, firstClaimedBy, falseBy }: Input): Condition[] {
  return [
    holds(sql`(${wasClaimed} and not warn.overdue)`, inTime),
    hasStepOf('claimed', claimedBy),
    firstClaimedBy === undefined ? undefined : sql`${firstClaimer} = ${firstClaimedBy}`,
    hasStepOf('false', falseBy),
  ];
}

function flags(viewer: Viewer, input: Input): Condition[] {
  return [
    input.mine ? sql`warn.handler_id = ${viewer.userId} and warn.status = 'handling'` : undefined,
    holds(waiting, input.waiting),
    holds(counted, input.counted),
    input.deviceWork === undefined ? undefined : input.deviceWork ? deviceWork : deskWork,
    input.followUp ? sql`warn.follow_up_at is not null and warn.followed_up_at is null` : undefined,
    input.endedToday
      ? sql`warn.finished_at >= ${midnightOf('warn.projectId')} and warn.status in ('done', 'false')`
      : undefined,
    input.followUpToday
      ? sql`warn.follow_up_at < ${midnightOf('warn.projectId')} + interval '1 day' and warn.followed_up_at is null`
      : undefined,
    input.followUpDue ? sql`warn.follow_up_at <= now() and warn.followed_up_at is null` : undefined,
    input.unregistered ? sql`warn.equipment_sn is not null and warn.equipment_id is null` : undefined,
    holds(sql`warn.false_asked_at is not null`, input.falseAsked),
    holds(sql`warn.escalation > 0`, input.escalated),
  ];
}

type Filters = Omit<Input, 'page' | 'limit'>;

async function filteredWarns(viewer: Viewer, input: Filters) {
  // The list is the desk's: work of health staff only by its own filter.
  const visible = visibleWarns(viewer, db, input.family?.includes('health'));
  return visible.where(and(await keywordCondition(viewer, input.keyword), ...conditions(viewer, input)));
}

const fields = {
  createdAt: 'warn.createdAt',
  level: 'warn.level',
  escalation: 'warn.escalation',
  repeatCount: 'warn.repeatCount',
  claimedAt: 'warn.claimedAt',
  no: 'warn.no',
  customerName: sql`(select c.pinyin from customer c where c.id = warn.customer_id)`,
} as const;

/** Selects the ids of the warns in scope that match the filters, in list order. */
export async function selectWarns(viewer: Viewer, input: Filters) {
  const order = orderOf(input.sort, fields, warnOrder(viewer, input));
  return (await filteredWarns(viewer, input)).select('warn.id').orderBy(order);
}

/** Counts the warns in scope that match the filters. */
export async function countWarns(viewer: Viewer, input: Filters): Promise<number> {
  return countOf((await filteredWarns(viewer, input)).select('warn.id'));
}

/** Returns a page of the warns in scope; for the order see `warnOrder`. */
export async function getWarnList(viewer: Viewer, input: Input): Promise<Paged<WarnRow>> {
  const { limit, offset } = limitsOf(input);
  const query = await selectWarns(viewer, input);
  const [page, count] = await Promise.all([query.limit(limit).offset(offset).execute(), countWarns(viewer, input)]);
  const rows = await warnRows(
    db,
    page.map((row) => row.id),
  );
  return { rows: rows.map((row) => rowFor(viewer, row)), count };
}
