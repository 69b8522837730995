import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { placeConditions } from '#features/customer/server/service.ts';
import type { physicalApi } from '#features/physical/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { equals, likeText, oneOf } from '#server/db/filter.ts';
import { and } from '#server/db/values.ts';
import type { InputOf } from '#shared/endpoint.ts';

export type PhysicalFilters = Omit<InputOf<(typeof physicalApi)['getPhysicalList']>, 'page' | 'limit' | 'sort'>;
type Condition = RawBuilder<SqlBool> | undefined;

/** Condition that an examination counts as the yearly one: submitted, of the kind 年度. Its index is `physical_done`. */
export const countsAsDone = (alias: string) => sql<SqlBool>`
  ${sql.ref(`${alias}.kind`)} = 'yearly' and ${sql.ref(`${alias}.status`)} in ('done', 'reviewed')`;

/** Condition that a day lies in a year. */
export const inYear = (day: RawBuilder<unknown>, year: number) =>
  sql<SqlBool>`${day} >= make_date(${year}::int, 1, 1) and ${day} <= make_date(${year}::int, 12, 31)`;

/** Condition that the person of `customerId` had the yearly examination in this year. */
export const doneInYear = (customerId: RawBuilder<unknown>, year: number) => sql<SqlBool>`exists (
  select 1 from physical d where d.customer_id = ${customerId} and ${countsAsDone('d')} and ${inYear(sql`d.date`, year)})`;

function byAbnormal({ abnormal, status }: PhysicalFilters): Condition[] {
  if (abnormal === undefined) return [];
  const alive = status?.includes('void') ? undefined : sql<SqlBool>`p.status <> 'void'`;
  if (typeof abnormal === 'string') return [alive, sql`p.abnormal @> array[${abnormal}]::text[]`];
  return [alive, abnormal ? sql`p.abnormal <> '{}'` : sql`p.abnormal = '{}'`];
}

/** Matches the newest examination of people without the yearly one in this year. */
function byMissing(year: number | undefined): Condition {
  if (year === undefined) return undefined;
  return sql`(p.status <> 'void' and not ${doneInYear(sql`p.customer_id`, year)} and not exists (
    select 1 from physical n where n.customer_id = p.customer_id and n.status <> 'void' and (n.date, n.id) > (p.date, p.id)))`;
}

function byOrg(org: string | undefined): Condition {
  const text = org?.trim();
  if (!text) return undefined;
  return sql`p.org_id = any(array(select o.id from physical_org o where o.name like ${`%${likeText(text)}%`}))`;
}

/** Returns the condition on an examination `p`: of a customer in scope, and the filters. */
export async function physicalConditions(viewer: Viewer, input: PhysicalFilters): Promise<RawBuilder<SqlBool>> {
  return and(
    ...(await placeConditions(viewer, 'p', input)),
    equals(sql`p.customer_id`, input.customerId),
    byOrg(input.org),
    oneOf(sql`p.kind`, input.kind),
    oneOf(sql`p.status`, input.status),
    input.year === undefined ? undefined : inYear(sql`p.date`, input.year),
    ...byAbnormal(input),
    byMissing(input.missingYear),
  );
}
