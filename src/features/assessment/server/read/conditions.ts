import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type CustomerFilters, customerCondition, localToday } from '#features/customer/server/service.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { between, equals, holds, oneOf } from '#server/db/filter.ts';
import { scoped } from '#server/db/scoped.ts';
import { and, bigints, or } from '#server/db/values.ts';
import type { AssessmentFilters, AssessmentStatus } from './types.ts';

/** Whether the last day is past where the person lives; the zone matters only around today. `a` and `customer` are joined. */
const isOver = sql<boolean>`(a.valid_until < current_date + 2 and (a.valid_until < current_date - 2 or a.valid_until < ${localToday}))`;

/** Whether a finished one is past its last day. */
export const isExpired = sql<boolean>`(a.status = 'done' and coalesce(${isOver}, false))`;

/** Status as it is shown: a finished one past its last day is `expired`. */
export const shownStatus = sql<AssessmentStatus>`(case when ${isExpired} then 'expired' else a.status end)`;

/** Grade: the final one, else the one that a reviewer entered. */
export const gradeOf = sql<string | null>`coalesce(a.final, a.manual_grade)`;

/** Matches any of these states as shown. */
function inStates(states: readonly AssessmentStatus[] | undefined): RawBuilder<SqlBool> | undefined {
  if (!states?.length) return undefined;
  const stored = states.filter((state) => state !== 'expired' && state !== 'done');
  const [done, expired] = [states.includes('done'), states.includes('expired')];
  return or(
    stored.length > 0 ? oneOf(sql`a.status`, stored) : undefined,
    done && expired ? sql`a.status = 'done'` : undefined,
    done && !expired ? sql`(a.status = 'done' and not coalesce(${isOver}, false))` : undefined,
    expired && !done ? isExpired : undefined,
  );
}

/** Matches the newest finished one of its scale that ends within so many days and is not past. */
function isDue(days: number | undefined): RawBuilder<SqlBool> | undefined {
  if (days === undefined) return undefined;
  return sql`(a.latest and a.status = 'done' and a.valid_until between current_date - 2 and current_date + 2 + ${days}::int
    and a.valid_until between ${localToday} and ${localToday} + ${days}::int)`;
}

/** Matches people of an area: the department or region with all below, or without them. */
function peopleOf({ keyword, departmentId, regionCode, areaOnly }: AssessmentFilters) {
  const isRegion = regionCode !== undefined;
  const people: CustomerFilters = {
    ...(keyword && { keyword }),
    ...(departmentId && (isRegion || !areaOnly) && { departmentId }),
    ...(isRegion && !areaOnly && { regionCode }),
  };
  const exact = [
    areaOnly && isRegion ? sql`customer.region_code = ${regionCode}` : undefined,
    areaOnly && !isRegion ? equals('customer.departmentId', departmentId) : undefined,
  ];
  return { people, exact };
}

/** People of a search up to whom their assessments are read by person. */
const fewPeople = 2000;

/**
 * Returns the condition for people of filters: few ones by their ids, so that the index of their assessments is used; many
 * ones by the filters themselves.
 */
async function ofPeople(viewer: Viewer, people: CustomerFilters): Promise<RawBuilder<SqlBool>> {
  const condition = await customerCondition(viewer, people);
  const rows = await db
    .selectFrom(scoped(viewer, 'customer'))
    .select('customer.id')
    .where(condition)
    .limit(fewPeople + 1)
    .execute();
  if (rows.length > fewPeople) return condition;
  return sql<SqlBool>`a.customer_id = any(${bigints(rows.map(({ id }) => id))})`;
}

/** Returns the condition on `a` and the joined `customer`, which is in scope. */
export async function assessmentCondition(viewer: Viewer, input: AssessmentFilters): Promise<RawBuilder<SqlBool>> {
  const { dateFrom, dateTo, assessorId } = input;
  if (dateFrom !== undefined && dateTo !== undefined && dateFrom > dateTo)
    throw invalidField('dateTo', '截止日期不能早于起始日期', 'order');
  const { people, exact } = peopleOf(input);
  return and(
    ...exact,
    Object.keys(people).length > 0 ? await ofPeople(viewer, people) : undefined,
    equals(sql`a.customer_id`, input.customerId),
    oneOf(sql`a.scale`, input.scale),
    oneOf(gradeOf, input.grade),
    inStates(input.status),
    assessorId === undefined ? undefined : sql`a.assessor_ids @> ${bigints([assessorId])}`,
    between(sql`a.date`, dateFrom, dateTo),
    isDue(input.dueDays),
    holds(sql`a.latest`, input.latest),
  );
}
