import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { countLimit, countOf, limitsOf, orderOf } from '#server/db/paging.ts';
import { scoped } from '#server/db/scoped.ts';
import type { Paged } from '#shared/envelope.ts';
import { assessmentSelection } from './conditions.ts';
import { assessmentRows } from './rows.ts';
import type { AssessmentFilters, AssessmentRow, ListInput } from './types.ts';

const sortColumns = {
  date: sql`a.date`,
  no: sql`a.no`,
  name: sql`customer.pinyin`,
  total: sql`a.total`,
  validUntil: sql`a.valid_until`,
  createdAt: sql`a.created_at`,
};

const selected = (condition: RawBuilder<SqlBool>) => db.selectFrom('assessment as a').where(condition).select('a.id');

/** Returns the query of the selected ids in the list's order, without one the newest first. */
export async function selectAssessments(viewer: Viewer, input: AssessmentFilters) {
  const { condition, byPerson } = await assessmentSelection(viewer, input);
  // An expression is in no index: the rows are sorted.
  const date = byPerson ? sql`(a.date + 0)` : sortColumns.date;
  const order = orderOf(input.sort, { ...sortColumns, date }, sql`${date} desc, a.id desc`, {
    filled: ['date', 'no', 'createdAt'],
  });
  const ids = selected(condition).orderBy(order);
  return input.sort?.some(({ field }) => field === 'name')
    ? ids.innerJoin(scoped(viewer, 'customer'), 'customer.id', 'a.customerId')
    : ids;
}

/** Counts the selected assessments, up to `most`. */
export async function countAssessments(viewer: Viewer, input: AssessmentFilters, most?: number): Promise<number> {
  return countOf(selected((await assessmentSelection(viewer, input)).condition), most);
}

/** Returns a page of assessments of people in scope. */
export async function getAssessmentList(viewer: Viewer, input: ListInput): Promise<Paged<AssessmentRow>> {
  const { page: _page, limit: _limit, ...filters } = input;
  const { limit, offset } = limitsOf(input);
  const [ids, count] = await Promise.all([
    limit === 0 ? [] : (await selectAssessments(viewer, filters)).limit(limit).offset(offset).execute(),
    countAssessments(viewer, filters, countLimit),
  ]);
  return {
    rows: await assessmentRows(
      viewer,
      ids.map(({ id }) => id),
    ),
    count,
  };
}
