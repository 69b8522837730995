import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type CustomerFilters, customerCondition, localToday } from '#features/customer/server/service.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { between, equals, holds, oneOf } from '#server/db/filter.ts';
import { scoped } from '#server/db/scoped.ts';
import { and, bigints, or } from '#server/db/values.ts';
import type { AssessmentFilters, AssessmentStatus } from './types.ts';

/** The zone matters only around today: other days are judged without it. `a` and `customer` are joined. */
const isOver = sql<boolean>`(a.valid_until < current_date + 2 and (a.valid_until < current_date - 2 or a.valid_until < ${localToday}))`;
const isValid = sql<boolean>`((a.valid_until is null or a.valid_until >= current_date - 2)
  and (a.valid_until is null or a.valid_until >= current_date + 2 or a.valid_until >= ${localToday}))`;

/** Status as it is shown: a finished one past its last day is `expired`. */
export const shownStatus = sql<AssessmentStatus>`(case when a.status = 'done' and ${isOver} then 'expired' else a.status end)`;

/** Grade: the final one, else the one that a reviewer entered. */
export const gradeOf = sql<string | null>`coalesce(a.final, a.manual_grade)`;

/** Matches any of these states as shown. */
function inStates(states: readonly AssessmentStatus[] | undefined): RawBuilder<SqlBool> | undefined {
  if (!states?.length) return undefined;
  const stored = states.filter((state) => state !== 'expired' && state !== 'done');
  const [done, expired] = [states.includes('done'), states.includes('expired')];
  return or(
    // Of a single one the index gives the order, too.
    stored.length === 1 ? equals(sql`a.status`, stored[0]) : oneOf(sql`a.status`, stored),
    done && expired ? sql`a.status = 'done'` : undefined,
    done && !expired ? sql`(a.status = 'done' and ${isValid})` : undefined,
    expired && !done ? sql`(a.status = 'done' and ${isOver})` : undefined,
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

/** Returns the condition for people of filters: few ones by their ids, many ones by the filters themselves. */
async function ofPeople(viewer: Viewer, people: CustomerFilters) {
  const condition = await customerCondition(viewer, people);
  const rows = await db
    .selectFrom(scoped(viewer, 'customer'))
    .select('customer.id')
    .where(condition)
    .limit(fewPeople + 1)
    .execute();
  if (rows.length > fewPeople) return { condition, areFew: false };
  return { condition: sql<SqlBool>`a.customer_id = any(${bigints(rows.map(({ id }) => id))})`, areFew: true };
}

const isLimited = ({ scope: { kind, departments, projects } }: Viewer) =>
  kind === 'self' || departments !== null || projects !== null;

/** Returns the conditions on the assessment itself. */
function ownConditions(input: AssessmentFilters) {
  const { assessorId } = input;
  return [
    equals(sql`a.customer_id`, input.customerId),
    oneOf(sql`a.scale`, input.scale),
    oneOf(gradeOf, input.grade),
    inStates(input.status),
    assessorId === undefined ? undefined : sql`a.assessor_ids @> ${bigints([assessorId])}`,
    isDue(input.dueDays),
    holds(sql`a.latest`, input.latest),
  ].filter((condition) => condition !== undefined);
}

/**
 * Returns the condition on `a` and the joined `customer`, which is in scope.
 * `byPerson`: the assessments are best read person by person, not along the index of all dates, in which those of others
 * and those without the filters come first.
 */
export async function assessmentSelection(viewer: Viewer, input: AssessmentFilters) {
  const { dateFrom, dateTo } = input;
  if (dateFrom !== undefined && dateTo !== undefined && dateFrom > dateTo)
    throw invalidField('dateTo', '截止日期不能早于起始日期', 'order');
  const { people, exact } = peopleOf(input);
  const found = Object.keys(people).length > 0 ? await ofPeople(viewer, people) : undefined;
  const own = ownConditions(input);
  return {
    condition: and(...exact, found?.condition, ...own, between(sql`a.date`, dateFrom, dateTo)),
    byPerson: found?.areFew === true || (own.length > 0 && isLimited(viewer)),
  };
}
