import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type CustomerFilters, customerCondition, placeConditions } from '#features/customer/server/service.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { between, equals, holds, oneOf } from '#server/db/filter.ts';
import { scoped } from '#server/db/scoped.ts';
import { and, bigints, or } from '#server/db/values.ts';
import { zoneOf } from '#server/db/zone.ts';
import type { AssessmentFilters, AssessmentStatus } from './types.ts';

/** Today in the zone of the project, which is that of the person. */
const today = sql`(now() at time zone ${zoneOf(sql`a.project_id`)})::date`;

/** The zone matters only around today: other days are judged without it. */
const isOver = sql<boolean>`(a.valid_until < current_date + 2 and (a.valid_until < current_date - 2 or a.valid_until < ${today}))`;
/** An expression, not an `or`: the bounds select most rows, an index of last days would be a detour. */
const until = sql`coalesce(a.valid_until, 'infinity')`;
const isValid = sql<boolean>`(${until} >= current_date - 2 and (${until} >= current_date + 2 or ${until} >= ${today}))`;

/** Status as it is shown: a finished one past its last day is `expired`. */
export const shownStatus = sql<AssessmentStatus>`(case when a.status = 'done' and ${isOver} then 'expired' else a.status end)`;

/** Grade: the final one, else the one that a reviewer entered. */
export const gradeOf = sql<string | null>`coalesce(a.final, a.manual_grade)`;

/** Code of the set of bands that graded; null of a matrix and without a result. */
export const bandSetOf = sql<
  string | null
>`(select f.result ->> 'bandSet' from assessment_form f where f.assessment_id = a.id)`;

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
    and a.valid_until between ${today} and ${today} + ${days}::int)`;
}

/** Returns the filters that need the person, with the condition on the region without those below. */
function peopleOf({ keyword, regionCode, areaOnly }: AssessmentFilters) {
  const people: CustomerFilters = {
    ...(keyword?.trim() && { keyword }),
    ...(regionCode !== undefined && !areaOnly && { regionCode }),
  };
  const exact = areaOnly && regionCode !== undefined ? sql`customer.region_code = ${regionCode}` : undefined;
  return Object.keys(people).length > 0 || exact ? { people, exact } : undefined;
}

/** Returns the conditions that the assessment is of a person in scope, and of the department of the filters. */
async function byPlace(viewer: Viewer, { departmentId, regionCode, areaOnly }: AssessmentFilters) {
  const isExact = areaOnly && regionCode === undefined;
  return [
    isExact ? equals(sql`a.department_id`, departmentId) : undefined,
    ...(await placeConditions(viewer, 'a', isExact ? {} : { departmentId })),
  ];
}

/** People of a search up to whom their assessments are read by person. */
const fewPeople = 2000;

/** Returns the condition for people of filters: few ones by their ids, many ones by the filters themselves. */
async function ofPeople(viewer: Viewer, { people, exact }: NonNullable<ReturnType<typeof peopleOf>>) {
  const selected = db
    .selectFrom(scoped(viewer, 'customer'))
    .select('customer.id')
    .where(and(exact, await customerCondition(viewer, people)));
  const rows = await selected.limit(fewPeople + 1).execute();
  if (rows.length > fewPeople) return { condition: sql<SqlBool>`a.customer_id in (${selected})`, areFew: false };
  return { condition: sql<SqlBool>`a.customer_id = any(${bigints(rows.map(({ id }) => id))})`, areFew: true };
}

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
 * Returns the condition on `a`: a person in scope, who is not deleted, and the filters.
 * `byPerson`: the assessments are best read person by person, not along an index of dates, in which those of others come
 * first.
 */
export async function assessmentSelection(viewer: Viewer, input: AssessmentFilters) {
  const { dateFrom, dateTo } = input;
  if (dateFrom !== undefined && dateTo !== undefined && dateFrom > dateTo)
    throw invalidField('dateTo', '截止日期不能早于起始日期', 'order');
  const filters = peopleOf(input);
  const [place, people] = await Promise.all([byPlace(viewer, input), filters && ofPeople(viewer, filters)]);
  const own = ownConditions(input);
  return {
    condition: and(...place, people?.condition, ...own, between(sql`a.date`, dateFrom, dateTo)),
    byPerson: people?.areFew === true || (own.length > 0 && viewer.scope.kind === 'self'),
  };
}
