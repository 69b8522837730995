import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { storedCount } from '#server/feature/ownedCounts.ts';
import { chosenBy, type EquipmentFilters, orderOf, type SortField, sortedBy } from './filters.ts';

/** A filtered list is counted so far, and one further tells that there are more. */
const maxCounted = 10_000;

/** Of a page: rows, and how many stand before it. */
interface PagePlace {
  limit: number;
  offset: number;
}

function seen(viewer: Viewer, input: EquipmentFilters) {
  return db
    .selectFrom(scoped(viewer, 'equipment'))
    .leftJoin('model as m', 'm.id', 'equipment.modelId')
    .leftJoin('deviceState as s', 's.deviceId', 'equipment.id')
    .select('equipment.id')
    .where(chosenBy(input));
}

/** Ids of the devices in scope that the filters select, in the list's order. */
export function selectEquipment(viewer: Viewer, input: EquipmentFilters) {
  return seen(viewer, input).orderBy(orderOf(input.sort));
}

const asksNothing = (value: unknown) =>
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/** Whether these are all devices of the scope, which are counted as they come and go. */
function isAll(viewer: Viewer, { sort: _sort, exact: _exact, ...filters }: EquipmentFilters): boolean {
  return viewer.scope.kind !== 'self' && Object.values(filters).every(asksNothing);
}

/** How many devices in scope the filters select: all of them without a filter and if `exact`, else 10,001 at most. */
export async function countEquipment(viewer: Viewer, input: EquipmentFilters): Promise<number> {
  if (isAll(viewer, input)) return storedCount(db, 'equipment', viewer.scope);
  const visible = seen(viewer, input);
  const rows = input.exact ? visible : visible.limit(maxCounted + 1);
  const { n } = await db
    .selectFrom(rows.as('found'))
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/** What may be missing: those that have it come first, in either direction. */
const sparse: readonly SortField[] = ['battery', 'lastSeenAt', 'simExpireDate'];

/** One page in the list's order. */
async function ordered(viewer: Viewer, input: EquipmentFilters, { limit, offset }: PagePlace): Promise<string[]> {
  const first = input.sort?.[0]?.field;
  if (first && sparse.includes(first)) {
    const filled = await seen(viewer, input)
      .where(sql<boolean>`${sortedBy[first]} is not null`)
      .orderBy(orderOf(input.sort, { filled: true }))
      .limit(limit)
      .offset(offset)
      .execute();
    if (filled.length === limit) return idsOf(filled);
  }
  return idsOf(await selectEquipment(viewer, input).limit(limit).offset(offset).execute());
}

/**
 * One page of the devices that the filters select, by id, and their number. The filters are tried once: a page of those that
 * are counted to the end is cut from what was counted, only of more it is read by itself, in its order.
 */
export async function pageOfEquipment(
  viewer: Viewer,
  input: EquipmentFilters,
  place: PagePlace,
): Promise<{ ids: string[]; count: number }> {
  if (place.limit === 0) return { ids: [], count: await countEquipment(viewer, input) };
  if (isAll(viewer, input)) {
    const [ids, count] = await Promise.all([ordered(viewer, input, place), countEquipment(viewer, input)]);
    return { ids, count };
  }
  const fields = [...new Set<SortField>([...(input.sort ?? []).map(({ field }) => field), 'createdAt'])];
  const rows = seen(viewer, input).select(fields.map((field) => sortedBy[field].as(field)));
  const of = (field: string): RawBuilder<unknown> => sql.ref(`found.${field}`);
  const cut = await db
    .selectFrom((input.exact ? rows : rows.limit(maxCounted + 1)).as('found'))
    .select(['found.id', sql<number>`(count(*) over ())::int`.as('n')])
    .orderBy(orderOf(input.sort, { of }))
    .limit(place.limit)
    .offset(place.offset)
    .execute();
  const count = cut[0]?.n ?? (await countEquipment(viewer, input));
  return { ids: count > maxCounted && !input.exact ? await ordered(viewer, input, place) : idsOf(cut), count };
}
