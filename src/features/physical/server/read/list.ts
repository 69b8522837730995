import { sql } from 'kysely';
import { customerCondition } from '#features/customer/server/service.ts';
import type { physicalApi } from '#features/physical/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { countLimit, countOf, limitsOf, orderOf } from '#server/db/paging.ts';
import { and } from '#server/db/values.ts';
import type { InputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { physicalConditions } from './conditions.ts';
import { type PhysicalRow, physicalRows, physicalsIn } from './rows.ts';

type Input = InputOf<(typeof physicalApi)['getPhysicalList']>;
/** Filters and order of the list. */
export type ListedFilters = Omit<Input, 'page' | 'limit'>;

const sortColumns = {
  date: sql`p.date`,
  name: sql`customer.pinyin`,
  age: sql`customer.birth_date`,
  abnormal: sql`cardinality(p.abnormal)`,
  nextDate: sql`p.next_date`,
  createdAt: sql`p.created_at`,
};
const newest = sql`p.date desc, p.id desc`;

async function selected(viewer: Viewer, input: ListedFilters) {
  const { keyword, regionCode, sort = [] } = input;
  const condition = await physicalConditions(viewer, input);
  const people = { ...(keyword?.trim() && { keyword }), ...(regionCode && { regionCode }) };
  const byPerson = Object.keys(people).length > 0 || sort.some(({ field }) => field === 'name' || field === 'age');
  // Without need of the person the join would only slow page and count.
  if (!byPerson) return db.selectFrom('physical as p').where(condition).select('p.id');
  return physicalsIn(viewer, and(condition, await customerCondition(viewer, people))).select('p.id');
}

/** Returns the query of the selected ids in the list's order, the newest first. */
export async function selectPhysicals(viewer: Viewer, input: ListedFilters) {
  const order = orderOf(input.sort, sortColumns, newest, {
    filled: ['date', 'abnormal', 'createdAt'],
    reversed: ['age'],
  });
  return (await selected(viewer, input)).orderBy(order);
}

/** Counts the selected examinations, up to `most`. */
export async function countPhysicals(viewer: Viewer, input: ListedFilters, most?: number): Promise<number> {
  const { sort: _sort, ...filters } = input;
  return countOf(await selected(viewer, filters), most);
}

/** Returns a page of examinations in scope, the newest first. */
export async function getPhysicalList(viewer: Viewer, input: Input): Promise<Paged<PhysicalRow>> {
  const { page: _page, limit: _limit, ...filters } = input;
  const { limit, offset } = limitsOf(input);
  const [ids, count] = await Promise.all([
    limit === 0 ? [] : (await selectPhysicals(viewer, filters)).limit(limit).offset(offset).execute(),
    countPhysicals(viewer, filters, input.exact ? undefined : countLimit),
  ]);
  return {
    rows: await physicalRows(
      viewer,
      ids.map(({ id }) => id),
    ),
    count,
  };
}
