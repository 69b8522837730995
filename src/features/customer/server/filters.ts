import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { searchHash } from '#server/core/crypto.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { equals, inDepartmentTree, oneOf } from '#server/db/filter.ts';
import { and, bigints, or } from '#server/db/values.ts';
import { likeText } from '#server/feature/search.ts';
import { normalizeIdNo, todayInChina } from '#shared/idCard.ts';
import { regionPrefix } from '#shared/region.ts';
import { type CustomerFilters, filterConditions } from './customerHooks.ts';
import { tailHash } from './identity.ts';
import { keywordMatch } from './keywordMatch.ts';

type Condition = RawBuilder<SqlBool> | undefined;

/** Whether a filter asks for nothing. */
export function isNone(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

/** The whole number, of a card or of a passport, or the last four of a card; 400 for anything else. */
function byIdNo(text: string | undefined): Condition {
  if (isNone(text)) return undefined;
  const number = normalizeIdNo(text ?? '');
  if (/^\d{3}[\dX]$/.test(number)) return sql`customer.id_no_tail_hash = ${tailHash(number)}`;
  const isFull = /^\d{17}[\dX]$/.test(number) || /^(?=.*[A-Z])[A-Z0-9]{5,20}$/.test(number);
  if (!isFull) throw invalidField('idNo', '身份证号须为完整号码或后4位', 'idNo');
  return sql`customer.id_no_hash = ${searchHash(number)}`;
}

/** Any part of a number, of four digits at most its end. */
function byPhone(text: string | undefined): Condition {
  if (isNone(text)) return undefined;
  const digits = likeText((text ?? '').trim());
  const like = digits.length > 4 ? `%${digits}%` : `%${digits}`;
  return sql`(customer.mobile like ${like} or customer.phone like ${like})`;
}

/** Born so that they are as old today, in full years. */
function byAge(from: number | undefined, to: number | undefined): Condition[] {
  const today = todayInChina(Date.now());
  return [
    from === undefined
      ? undefined
      : sql`customer.birth_date <= (${today}::date - make_interval(years => ${from}))::date`,
    to === undefined
      ? undefined
      : sql`customer.birth_date > (${today}::date - make_interval(years => ${to + 1}))::date`,
  ];
}

/** In the division or below it. */
function byRegion(code: string | undefined): Condition {
  if (!code) return undefined;
  return sql`customer.region_code like ${`${regionPrefix(code)}%`}`;
}

/** Of the last assessment: there is none, it is valid today, it is over. */
function byAssessment(states: CustomerFilters['assessed']): Condition {
  if (!states?.length) return undefined;
  const today = sql`${todayInChina(Date.now())}::date`;
  const means = {
    none: sql`customer.assessed_until is null`,
    valid: sql`customer.assessed_until >= ${today}`,
    expired: sql`customer.assessed_until < ${today}`,
  };
  return or(...states.map((state) => means[state]));
}

/** Something that they are entitled to ends within so many days, and has not ended yet. */
function byBenefit(days: number | undefined): Condition {
  if (days === undefined) return undefined;
  const today = sql`${todayInChina(Date.now())}::date`;
  return sql`customer.id in (
    select b.customer_id from benefit b where b.deleted_at is null and b.until between ${today} and ${today} + ${days}::int)`;
}

/** Any of these is in a list of the person's. */
function overlaps(column: 'category' | 'chronic' | 'tag', values: readonly string[] | undefined): Condition {
  return values?.length ? sql`${sql.ref(`customer.${column}`)} && ${values}::text[]` : undefined;
}

/** What the filters select, on `customer`. */
export async function filterCondition(viewer: Viewer, input: CustomerFilters): Promise<RawBuilder<SqlBool>> {
  return and(
    input.keyword?.trim() ? await keywordMatch(viewer, input.keyword) : undefined,
    byIdNo(input.idNo),
    byPhone(input.mobile),
    ...byAge(input.ageFrom, input.ageTo),
    oneOf('customer.gender', input.gender),
    byRegion(input.regionCode),
    inDepartmentTree('customer.departmentId', input.departmentId),
    equals('customer.projectId', input.projectId),
    oneOf('customer.livingState', input.livingState),
    oneOf('customer.ethnicity', input.ethnicity),
    oneOf('customer.marital', input.marital),
    oneOf('customer.education', input.education),
    oneOf('customer.abilityLevel', input.abilityLevel),
    overlaps('category', input.category),
    overlaps('chronic', input.chronic),
    overlaps('tag', input.tag),
    byAssessment(input.assessed),
    oneOf('customer.serviceState', input.serviceState),
    equals('customer.responsibleId', input.responsibleId),
    byBenefit(input.benefitWithinDays),
    input.ids && sql<SqlBool>`customer.id = any(${bigints(input.ids)})`,
    ...(await filterConditions(input)),
  );
}

/** Departments and projects of the scope that lie in these, as lists of ids; null: all. */
export async function narrowedScope(
  { scope }: Viewer,
  { departmentId, projectId }: Pick<CustomerFilters, 'departmentId' | 'projectId'>,
) {
  const { departments, projects } = scope;
  const below = departmentId ? await departmentsBelow(departmentId) : null;
  return {
    departments: departments && below ? below.filter((id) => departments.includes(id)) : (below ?? departments),
    projects: projectId ? [projectId].filter((id) => projects?.includes(id) ?? true) : projects,
  };
}

async function departmentsBelow(id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id::text from department where ${id}::bigint = any(path)`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

const ascending = { name: sql`customer.pinyin`, no: sql`customer.no`, createdAt: sql`customer.created_at` };

/** The order that is asked for, then the newest first. Who is older was born earlier. */
export function orderOf(sort: CustomerFilters['sort'] = []): RawBuilder<unknown> {
  const requested = sort.map(({ field, order }) => {
    if (field === 'age')
      return order === 'asc' ? sql`customer.birth_date desc nulls last` : sql`customer.birth_date asc nulls last`;
    return order === 'asc' ? ascending[field] : sql`${ascending[field]} desc nulls last`;
  });
  return sql.join([...requested, sql`customer.created_at desc`, sql`customer.id desc`], sql`, `);
}
