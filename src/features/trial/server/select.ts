import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { byKeyword } from '#features/equipment/server/service.ts';
import type { trialApi } from '#features/trial/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { belowDepartment, same } from '#server/db/filter.ts';
import { scoped } from '#server/db/scoped.ts';
import { and, or } from '#server/db/values.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { dueDays, inUse, ofAlone, stands } from './due.ts';

type Filters = Omit<InputOf<typeof trialApi.getTrialList>, 'page' | 'limit'>;
type Condition = RawBuilder<SqlBool>;

/** The list is counted so far, and one further tells that there are more. */
const mostCounted = 10_000;

/** Of a page: rows, and how many stand before it. */
interface Place {
  limit: number;
  offset: number;
}

/** Who comes first, if any do, and the order among those and among the others: that of an index, in either direction. */
interface Order {
  front: Condition | undefined;
  by(at: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<unknown>;
}

function chosen({ projectId, departmentId, alone, keyword, state }: Filters, days: number): Condition {
  const states = state?.length ? state : (['due'] as const);
  return and(
    inUse,
    or(...states.map((one) => stands(one, days))),
    same('equipment.projectId', projectId),
    belowDepartment('equipment.departmentId', departmentId),
    alone === undefined ? undefined : alone ? ofAlone : sql`not ${ofAlone}`,
    byKeyword(keyword),
  );
}

/** Whoever lives alone, then the longest without a press; what was pressed this month, the last one first; or as asked for. */
function orderOf({ alone, sort, state }: Filters): Order {
  const asked = sort?.[0]?.order ?? (state?.join() === 'done' ? 'desc' : undefined);
  if (asked === 'desc') return { front: undefined, by: (at, id) => sql`${at} desc nulls last, ${id} desc` };
  const by: Order['by'] = (at, id) => sql`${at} nulls first, ${id}`;
  // What was never pressed comes last where the time is what is asked for.
  if (asked === 'asc') return { front: sql`s.pressed_at is not null`, by };
  return { front: alone === undefined ? ofAlone : undefined, by };
}

function seen(viewer: Viewer, where: Condition) {
  return db.selectFrom(scoped(viewer, 'equipment')).select('equipment.id').where(where);
}

/** With their state `s`, by which they are put in order. */
function listed(viewer: Viewer, where: Condition) {
  return seen(viewer, where).innerJoin('deviceState as s', 's.deviceId', 'equipment.id');
}

async function numberOf(rows: Expression<unknown>): Promise<number> {
  const { n } = await db
    .selectFrom(sql<{ id: string }>`${rows}`.as('found'))
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/** A page of few: all of them are read, whatever the order. */
async function cut(viewer: Viewer, where: Condition, { front, by }: Order, place: Place): Promise<string[]> {
  const all = listed(viewer, where).select([(front ?? sql<SqlBool>`true`).as('front'), 's.pressedAt as at']);
  const rows = await db
    .selectFrom(all.offset(0).as('found'))
    .select('found.id')
    .orderBy(sql`found.front desc, ${by(sql`found.at`, sql`found.id`)}`)
    .limit(place.limit)
    .offset(place.offset)
    .execute();
  return idsOf(rows);
}

/** A page of many, read along the index: of those who come first, then of the others. */
async function along(viewer: Viewer, where: Condition, { front, by }: Order, place: Place): Promise<string[]> {
  const parts = front ? [front, sql<SqlBool>`not ${front}`] : [sql<SqlBool>`true`];
  const ids: string[] = [];
  let before = place.offset;
  for (const part of parts) {
    const rows = await listed(viewer, and(where, part))
      .orderBy(by(sql`s.pressed_at`, sql`equipment.id`))
      .limit(place.limit - ids.length)
      .offset(before)
      .execute();
    ids.push(...idsOf(rows));
    if (ids.length === place.limit) break;
    if (rows.length > 0) before = 0;
    else if (before > 0) before -= await numberOf(listed(viewer, and(where, part)));
  }
  return ids;
}

/** One page of the devices that stand so, by id, and their number: 10,001 at most unless `exact`. */
export async function pageOfTrials(
  viewer: Viewer,
  input: Filters,
  place: Place,
): Promise<{ ids: string[]; count: number }> {
  const where = chosen(input, await dueDays(db));
  const all = seen(viewer, where);
  const count = await numberOf(input.exact ? all : all.limit(mostCounted + 1));
  if (place.limit === 0 || count === 0) return { ids: [], count };
  const read = count > mostCounted ? along : cut;
  return { ids: await read(viewer, where, orderOf(input), place), count };
}
