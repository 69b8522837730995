import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { byKeyword } from '#features/equipment/server/service.ts';
import type { trialApi, trialStates } from '#features/trial/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { equals, inDepartmentTree } from '#server/db/filter.ts';
import { countLimit, countOf, type Page } from '#server/db/paging.ts';
import { scoped } from '#server/db/scoped.ts';
import { and, or } from '#server/db/values.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { dueDays, hasState, inUse, ofAlone } from './due.ts';

type Filters = Omit<InputOf<typeof trialApi.getTrialList>, 'page' | 'limit'>;
type Condition = RawBuilder<SqlBool>;

/**
 * Condition on rows that come first, if any, and the order within both groups: that of an index, in either direction.
 */
interface Order {
  front: Condition | undefined;
  by(pressedAt: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<unknown>;
}

const statesOf = ({ state }: Filters): readonly (keyof typeof trialStates)[] => (state?.length ? state : ['due']);

/** Condition on presses, on `s`, of all devices in these states: few have any, which an index finds. */
function pressesOf(input: Filters, days: number): Condition {
  const states = statesOf(input);
  if (states.every((state) => state === 'done')) return sql`s.pressed_at > now() - interval '32 days'`;
  return states.includes('done')
    ? sql`s.pressed_at is not null`
    : sql`s.pressed_at < now() - make_interval(days => ${days}::int)`;
}

async function filterConditions(input: Filters, days: number): Promise<Condition> {
  const { projectId, departmentId, alone, keyword } = input;
  return and(
    inUse,
    or(...statesOf(input).map((state) => hasState(state, days))),
    equals('equipment.projectId', projectId),
    inDepartmentTree('equipment.departmentId', departmentId),
    alone === undefined ? undefined : alone ? ofAlone : sql`not ${ofAlone}`,
    await byKeyword(keyword),
  );
}

/**
 * Returns the order: customers who live alone, then the longest time without a press; done devices by last press; or as
 * requested.
 */
function orderOf({ alone, sort, state }: Filters): Order {
  const direction = sort?.[0]?.order ?? (state?.join() === 'done' ? 'desc' : undefined);
  if (direction === 'desc')
    return { front: undefined, by: (pressedAt, id) => sql`${pressedAt} desc nulls last, ${id} desc` };
  const by: Order['by'] = (pressedAt, id) => sql`${pressedAt} nulls first, ${id}`;
  // Never pressed devices come last when sorting by time.
  if (direction === 'asc') return { front: sql`s.pressed_at is not null`, by };
  return { front: alone === undefined ? ofAlone : undefined, by };
}

function seen(viewer: Viewer, where: Condition) {
  return db.selectFrom(scoped(viewer, 'equipment')).select('equipment.id').where(where);
}

/** Returns listed devices joined with their state `s`, for sorting. */
function listed(viewer: Viewer, where: Condition) {
  return seen(viewer, where).innerJoin('deviceState as s', 's.deviceId', 'equipment.id');
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/**
 * Returns a page of a small set and its count: reads all rows once, in any order. No page beyond the counting limit.
 * @param presses condition on the devices' presses, on `s`
 */
async function cut(
  viewer: Viewer,
  where: Condition,
  presses: Condition,
  { front, by }: Order,
  place: Page,
): Promise<{ ids: string[]; count: number }> {
  const all = seen(viewer, where).select('equipment.customerId').limit(countLimit);
  const first = front ? sql`${front} desc, ` : sql``;
  const read = sql<{ count: number; ids: string[] }>`(
    with matching as materialized (${all}), counted as materialized (select count(*)::int as n from matching)
    select n as count, array(
      select equipment.id::text from matching as equipment left join device_state s on s.device_id = equipment.id and ${presses}
      where n < ${countLimit}::int order by ${first}${by(sql`s.pressed_at`, sql`equipment.id`)}
      limit ${place.limit}::int offset ${place.offset}::int) as ids
    from counted)`;
  return db.selectFrom(read.as('page')).select(['page.count', 'page.ids']).executeTakeFirstOrThrow();
}

/** Returns a page of a large set, read along the index: rows that come first, then the others. */
async function along(viewer: Viewer, where: Condition, { front, by }: Order, place: Page): Promise<string[]> {
  const parts = front ? [front, sql<SqlBool>`not ${front}`] : [sql<SqlBool>`true`];
  const ids: string[] = [];
  let remaining = place.offset;
  for (const part of parts) {
    const rows = await listed(viewer, and(where, part))
      .orderBy(by(sql`s.pressed_at`, sql`equipment.id`))
      .limit(place.limit - ids.length)
      .offset(remaining)
      .execute();
    ids.push(...idsOf(rows));
    if (ids.length === place.limit) break;
    if (rows.length > 0) remaining = 0;
    else if (remaining > 0) remaining -= await countOf(listed(viewer, and(where, part)));
  }
  return ids;
}

/** Returns one page of device ids by state, and their number: 10,001 at most unless `exact`. */
export async function pageOfTrials(
  viewer: Viewer,
  input: Filters,
  place: Page,
): Promise<{ ids: string[]; count: number }> {
  const days = await dueDays(db);
  const where = await filterConditions(input, days);
  const order = orderOf(input);
  if (place.limit > 0 && !input.exact) {
    const page = await cut(viewer, where, pressesOf(input, days), order, place);
    return page.count === countLimit ? { ...page, ids: await along(viewer, where, order, place) } : page;
  }
  const all = seen(viewer, where);
  const count = await countOf(all, input.exact ? undefined : countLimit);
  const ids = place.limit > 0 ? await along(viewer, where, order, place) : [];
  return { ids, count };
}
