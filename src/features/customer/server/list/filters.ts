import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { searchHash } from '#server/core/crypto.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { fieldFilters } from '#server/crud/query.ts';
import { tailHash } from '#server/crud/storedValues.ts';
import { db } from '#server/db/db.ts';
import { equals, idIn, inDepartmentTree, isUnset, likeText, overlaps } from '#server/db/filter.ts';
import { orderOf } from '#server/db/paging.ts';
import { scoped } from '#server/db/scoped.ts';
import { and, bigints, or } from '#server/db/values.ts';
import { regionPrefix } from '#shared/contract/region.ts';
import { normalizeIdNo, todayInChina } from '#shared/idCard.ts';
import { customer } from '../../contract/fields.ts';
import { type CustomerFilters, filterConditions } from '../customerHooks.ts';
import { keywordMatch } from './keywordMatch.ts';

type Condition = RawBuilder<SqlBool> | undefined;

/**
 * Matches a whole number of an ID card or passport, or the last four characters of an ID card; 400 for anything else.
 */
function byIdNo(text: string | undefined): Condition {
  if (isUnset(text)) return undefined;
  const number = normalizeIdNo(text ?? '');
  if (/^\d{3}[\dX]$/.test(number)) return sql`customer.id_no_tail_hash = ${tailHash(number)}`;
  const isFull = /^\d{17}[\dX]$/.test(number) || /^(?=.*[A-Z])[A-Z0-9]{5,20}$/.test(number);
  if (!isFull) throw invalidField('idNo', '身份证号须为完整号码或后4位', 'idNo');
  return sql`customer.id_no_hash = ${searchHash(number)}`;
}

/** Matches any part of a number; up to four digits match the end only. */
function byPhone(text: string | undefined): Condition {
  if (isUnset(text)) return undefined;
  const digits = likeText((text ?? '').trim());
  const like = digits.length > 4 ? `%${digits}%` : `%${digits}`;
  return sql`(customer.mobile like ${like} or customer.phone like ${like})`;
}

/** Matches the age today, in full years. */
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

/** Matches the region and all regions below it. */
function byRegion(code: string | undefined): Condition {
  if (!code) return undefined;
  return sql`customer.region_code like ${`${regionPrefix(code)}%`}`;
}

/** Matches the last assessment: missing, valid today or expired. */
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

/** Matches customers with a benefit that ends within so many days and has not ended yet. */
function byBenefit(days: number | undefined): Condition {
  if (days === undefined) return undefined;
  const today = sql`${todayInChina(Date.now())}::date`;
  return sql`customer.id in (
    select b.customer_id from benefit b where b.deleted_at is null and b.until between ${today} and ${today} + ${days}::int)`;
}

/** Returns the condition on `customer` for these filters. */
export async function filterCondition(viewer: Viewer, input: CustomerFilters): Promise<RawBuilder<SqlBool>> {
  return and(
    input.keyword?.trim() ? await keywordMatch(viewer, input.keyword) : undefined,
    byIdNo(input.idNo),
    byPhone(input.mobile),
    ...byAge(input.ageFrom, input.ageTo),
    ...fieldFilters(customer, input),
    byRegion(input.regionCode),
    inDepartmentTree('customer.departmentId', input.departmentId),
    equals('customer.projectId', input.projectId),
    overlaps('customer.chronic', input.chronic),
    byAssessment(input.assessed),
    equals('customer.responsibleId', input.responsibleId),
    byBenefit(input.benefitWithinDays),
    input.ids && sql<SqlBool>`customer.id = any(${bigints(input.ids)})`,
    ...(await filterConditions(input)),
  );
}

/** Returns the ids of departments and projects in scope within these; null: unrestricted. */
export async function narrowedScope(
  { scope }: Pick<Viewer, 'scope'>,
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
  const rows = await db.rows(sql<{ id: string }>`select id::text from department where ${id}::bigint = any(path)`);
  return rows.map((row) => row.id);
}

/** One department or project is an equality: its index gives the order, too. */
function placeIn(of: Expression<unknown>, ids: readonly string[] | null) {
  return ids?.length === 1 ? equals(of, ids[0]) : idIn(of, ids);
}

/**
 * Returns the conditions that a row of `alias` is of a customer in scope, who is not deleted, and below the department. The
 * row has the department and project of its customer, null while that is deleted.
 */
export async function placeConditions(
  viewer: Viewer,
  alias: string,
  { departmentId }: { departmentId?: string | undefined },
): Promise<Condition[]> {
  const { scope } = viewer;
  const isSelf = scope.kind === 'self';
  const { departments, projects } = await narrowedScope(
    isSelf ? { scope: { ...scope, departments: null } } : viewer,
    departmentId === undefined ? {} : { departmentId },
  );
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return [
    placeIn(column('projectId'), projects),
    placeIn(column('departmentId'), departments) ?? sql`${column('departmentId')} is not null`,
    isSelf
      ? sql`${column('customerId')} in (${db.selectFrom(scoped(viewer, 'customer')).select('customer.id')})`
      : undefined,
  ];
}

const sortColumns = {
  name: 'customer.pinyin',
  no: 'customer.no',
  createdAt: 'customer.createdAt',
  age: 'customer.birthDate',
} as const;

/** Returns the requested order, then newest first. */
export function customerOrder(sort: CustomerFilters['sort']): RawBuilder<unknown> {
  const newest = sql`customer.created_at desc, customer.id desc`;
  return orderOf(sort, sortColumns, newest, { reversed: ['age'] });
}
