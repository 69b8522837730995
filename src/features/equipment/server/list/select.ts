import { sql } from 'kysely';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { isUnset } from '#server/db/filter.ts';
import { countLimit, countOf, orderOf, type Page } from '#server/db/paging.ts';
import { scoped } from '#server/db/scoped.ts';
import { storedCount } from '#server/feature/ownedCounts.ts';
import { chosenBy, type EquipmentFilters, equipmentOrder, type SortField, sortedBy } from './filters.ts';

type Where = Awaited<ReturnType<typeof chosenBy>>;

/** Returns the query of the selected ids; joins the SIM card only where it gives the order, because the join costs. */
function selectedIds(viewer: Viewer, { sort }: EquipmentFilters, where: Where) {
  const byCard = sort?.some(({ field }) => field === 'simExpireDate') ?? false;
  return db
    .selectFrom(scoped(viewer, 'equipment'))
    .leftJoin('model as m', 'm.id', 'equipment.modelId')
    .leftJoin('deviceState as s', 's.deviceId', 'equipment.id')
    .$if(byCard, (rows) =>
      rows.leftJoin('sim', (join) =>
        join.onRef('sim.equipmentId', '=', 'equipment.id').on('sim.deletedAt', 'is', null),
      ),
    )
    .select('equipment.id')
    .where(where);
}

/** Returns the query of the selected ids in scope, in the list's order. */
export function selectEquipment(viewer: Viewer, input: EquipmentFilters, where: Where) {
  return selectedIds(viewer, input, where).orderBy(equipmentOrder(input.sort));
}

/** Returns whether the filters select the whole scope, for which a stored count exists. */
function isAll(viewer: Viewer, { sort: _sort, exact: _exact, ...filters }: EquipmentFilters): boolean {
  return viewer.scope.kind !== 'self' && Object.values(filters).every(isUnset);
}

/** Counts the selected devices in scope: exactly without filters or with `exact`; else 10,001 at most. */
export async function countEquipment(viewer: Viewer, input: EquipmentFilters): Promise<number> {
  if (isAll(viewer, input)) return storedCount(db, 'equipment', viewer.scope);
  return countOf(selectedIds(viewer, input, await chosenBy(input)), input.exact ? undefined : countLimit);
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/** Sort fields that may be empty: rows with a value come first, in either direction. */
const sparse: readonly SortField[] = ['battery', 'lastSeenAt', 'simExpireDate'];

/** Returns one page of ids in the list's order. */
async function ordered(viewer: Viewer, input: EquipmentFilters, where: Where, { limit, offset }: Page) {
  const first = input.sort?.[0]?.field;
  if (first && sparse.includes(first)) {
    const filled = await selectedIds(viewer, input, where)
      .where(sql<boolean>`${sortedBy[first]} is not null`)
      .orderBy(equipmentOrder(input.sort, [first]))
      .limit(limit)
      .offset(offset)
      .execute();
    if (filled.length === limit) return idsOf(filled);
  }
  return idsOf(await selectEquipment(viewer, input, where).limit(limit).offset(offset).execute());
}

/**
 * Returns one page of selected ids and the count. Filters once: a page of a fully counted result is cut from the
 * counted rows; only a larger result is read again, in its order.
 */
export async function pageOfEquipment(
  viewer: Viewer,
  input: EquipmentFilters,
  place: Page,
): Promise<{ ids: string[]; count: number }> {
  if (place.limit === 0) return { ids: [], count: await countEquipment(viewer, input) };
  const where = await chosenBy(input);
  if (isAll(viewer, input)) {
    const [ids, count] = await Promise.all([ordered(viewer, input, where, place), countEquipment(viewer, input)]);
    return { ids, count };
  }
  const fields = [...new Set<SortField>([...(input.sort ?? []).map(({ field }) => field), 'createdAt'])];
  const rows = selectedIds(viewer, input, where).select(fields.map((field) => sortedBy[field].as(field)));
  const columns = Object.fromEntries(fields.map((field) => [field, sql.ref(`matching.${field}`)])) as typeof sortedBy;
  const newest = sql`matching.created_at desc, matching.id desc`;
  const cut = await db
    .selectFrom((input.exact ? rows : rows.limit(countLimit)).as('matching'))
    .select(['matching.id', sql<number>`(count(*) over ())::int`.as('n')])
    .orderBy(orderOf(input.sort, columns, newest))
    .limit(place.limit)
    .offset(place.offset)
    .execute();
  const count = cut[0]?.n ?? (await countEquipment(viewer, input));
  return { ids: count === countLimit && !input.exact ? await ordered(viewer, input, where, place) : idsOf(cut), count };
}
