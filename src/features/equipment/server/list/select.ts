import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { storedCount } from '#server/feature/ownedCounts.ts';
import { chosenBy, type EquipmentFilters, orderOf, type SortField, sortedBy } from './filters.ts';

/** Counting limit of a filtered list; one row more is read to detect further rows. */
const maxCounted = 10_000;

/** Page: its rows, and the rows before it. */
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

/** Returns the query of the selected ids in scope, in the list's order. */
export function selectEquipment(viewer: Viewer, input: EquipmentFilters) {
  return seen(viewer, input).orderBy(orderOf(input.sort));
}

const asksNothing = (value: unknown) =>
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/** Returns whether the filters select the whole scope, for which a stored count exists. */
function isAll(viewer: Viewer, { sort: _sort, exact: _exact, ...filters }: EquipmentFilters): boolean {
  return viewer.scope.kind !== 'self' && Object.values(filters).every(asksNothing);
}

/** Counts the selected devices in scope: exactly without filters or with `exact`; else 10,001 at most. */
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

/** Sort fields that may be empty: rows with a value come first, in either direction. */
const sparse: readonly SortField[] = ['battery', 'lastSeenAt', 'simExpireDate'];

/** Returns one page of ids in the list's order. */
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
 * Returns one page of selected ids and the count. Filters once: a page of a fully counted result is cut from the
 * counted rows; only a larger result is read again, in its order.
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
