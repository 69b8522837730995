import { type Selectable, sql } from 'kysely';
import { customer, type customerApi } from '#features/customer/contract.ts';
import { Problem } from '#server/core/problem.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { rowValues, storedValues } from '#server/crud/storedValues.ts';
import { db } from '#server/db/db.ts';
import { isUnset } from '#server/db/filter.ts';
import { countLimit, countOf, limitsOf } from '#server/db/paging.ts';
import { scoped } from '#server/db/scoped.ts';
import type { Customer } from '#server/db/tables.ts';
import { and, any, bigints } from '#server/db/values.ts';
import { storedCount } from '#server/feature/ownedCounts.ts';
import { isSearched } from '#shared/contract/search.ts';
import { type InputOf, type OutputOf, pick } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { ageOn, todayInChina } from '#shared/idCard.ts';
import { maskPhone } from '#shared/mask.ts';
import { archiveSealedOf } from '../archiveSealed.ts';
import { consentValiditiesFor } from '../consentValidity.ts';
import { type CustomerFilters, figuresOf, noFigures } from '../customerHooks.ts';
import { maskedTail } from '../record/identity.ts';
import { awayOf } from './away.ts';
import { customerOrder, filterCondition, narrowedScope } from './filters.ts';
import { type FoundContact, keywordMatch, matchContacts } from './keywordMatch.ts';

type Row = OutputOf<typeof customerApi.getCustomerList>;

type Input = InputOf<typeof customerApi.getCustomerList>;

/** Returns the query of customers in scope that the filters select. */
async function visibleCustomers(viewer: Viewer, input: CustomerFilters) {
  const condition = await filterCondition(viewer, input);
  return db.selectFrom(scoped(viewer, 'customer')).select('customer.id').where(condition);
}

/** Returns the query of the selected ids, in the list's order. */
export async function selectCustomers(viewer: Viewer, input: CustomerFilters) {
  return (await visibleCustomers(viewer, input)).orderBy(customerOrder(input.sort));
}

/**
 * Counts the selected customers in scope: exactly without filters, by department and project alone, or with `exact`;
 * else 10,001 at most.
 */
export async function countCustomers(viewer: Viewer, input: CustomerFilters): Promise<number> {
  const { sort: _sort, exact, departmentId, projectId, ...filters } = input;
  if (viewer.scope.kind !== 'self' && Object.values(filters).every(isUnset))
    return storedCount(db, 'customer', await narrowedScope(viewer, { departmentId, projectId }));
  return countOf(await visibleCustomers(viewer, input), exact ? undefined : countLimit);
}

/** Joins street and community without the county, which would push the community out of the column; null for neither. */
function areaOf({ street, community }: Pick<Selectable<Customer>, 'street' | 'community'>) {
  return [street, community].filter(Boolean).join('') || null;
}

const nameAndRelation = (contact: FoundContact | undefined) =>
  contact ? { name: contact.name, relation: contact.relation } : null;

/** Returns the first emergency contact of each customer. */
async function emergencyContacts(ids: readonly string[]) {
  const rows = await db.rows(sql<{ id: string; name: string; relation: string }>`
    select distinct on (customer_id) customer_id::text as id, name, relation from customer_contact
    where customer_id = any(${bigints(ids)}) and is_emergency and deleted_at is null order by customer_id, "order", customer_contact.id`);
  return new Map(rows.map(({ id, name, relation }) => [id, { name, relation }]));
}

/** Returns customers in scope by id, masked, in the order of `ids`; with the contact that matches `keyword`. */
export async function customerRows(viewer: Viewer, ids: readonly string[], keyword = ''): Promise<Row[]> {
  if (ids.length === 0) return [];
  const [stored, figures, contacts, away, consents, matchedContacts] = await Promise.all([
    db
      .selectFrom(scoped(viewer, 'customer'))
      .innerJoin('department', 'department.id', 'customer.departmentId')
      .innerJoin('project', 'project.id', 'customer.projectId')
      .leftJoin('user', 'user.id', 'customer.responsibleId')
      .selectAll('customer')
      .select(['department.name as departmentName', 'project.name as projectName', 'user.name as responsibleName'])
      .where('customer.id', '=', any(ids))
      .execute(),
    figuresOf(ids),
    emergencyContacts(ids),
    awayOf(ids),
    consentValiditiesFor(db, 'service', ids),
    matchContacts(viewer, keyword, ids),
  ]);
  const today = todayInChina(Date.now());
  const sealed = new Set((await archiveSealedOf(db, stored)).map(({ id }) => id));
  const byId = new Map(
    stored.map((row): [string, Row] => {
      const values = rowValues(customer, row);
      return [
        row.id,
        {
          ...values,
          idNo: maskedTail(values.idNo),
          ...pick(row, ['id', 'departmentName', 'projectName', 'responsibleName', 'createdAt', 'version']),
          assessedUntil: row.assessedUntil,
          serviceConsent: consents.get(row.id) ?? 'missing',
          age: row.birthDate ? ageOn(row.birthDate, today) : null,
          mobile: maskPhone(row.mobile ?? row.phone),
          address: areaOf(row),
          emergencyContact: contacts.get(row.id) ?? null,
          foundContact: nameAndRelation(matchedContacts.get(row.id)),
          away: away.get(row.id) ?? null,
          sealed: sealed.has(row.id),
          ...(figures.get(row.id) ?? noFigures),
        },
      ];
    }),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Returns a page of customers in scope, masked. */
export async function getCustomerList(viewer: Viewer, input: Input): Promise<Paged<Row>> {
  const { page, limit: size, ...filters } = input;
  const { limit, offset } = limitsOf({ page, limit: size });
  const [ids, count] = await Promise.all([
    limit === 0 ? [] : (await selectCustomers(viewer, filters)).limit(limit).offset(offset).execute(),
    countCustomers(viewer, filters),
  ]);
  const rows = await customerRows(
    viewer,
    ids.map((row) => row.id),
    filters.keyword,
  );
  return { rows, count };
}

/** Returns up to ten customers in scope for a choice field; 403 for viewers who may not find customers. */
export async function findCustomer(
  viewer: Viewer,
  { keyword, id, projectId }: InputOf<typeof customerApi.findCustomer>,
): Promise<OutputOf<typeof customerApi.findCustomer>> {
  if (!isSearched('customer', (permission) => hasPermission(viewer, permission)))
    throw new Problem(403, '没有查找客户的权限');
  if (id === undefined && keyword === undefined) return [];
  const byKeyword = keyword === undefined ? undefined : await keywordMatch(viewer, keyword);
  const byId = id === undefined ? undefined : sql`customer.id = ${id}`;
  const byProject = projectId === undefined ? undefined : sql`customer.project_id = ${projectId}`;
  const rows = await db
    .selectFrom(scoped(viewer, 'customer'))
    .selectAll()
    .where(and(byKeyword, byId, byProject))
    .orderBy('customer.pinyin')
    .orderBy('customer.id')
    .limit(10)
    .execute();
  const ids = rows.map((row) => row.id);
  const matchedContacts = await matchContacts(viewer, keyword ?? '', ids);
  const today = todayInChina(Date.now());
  return rows.map((row) => ({
    id: row.id,
    ...storedValues(customer, row, ['name', 'projectId', 'serviceState']),
    age: row.birthDate ? ageOn(row.birthDate, today) : null,
    area: [row.street, row.community].filter(Boolean).join(' '),
    phone: maskPhone(row.mobile ?? row.phone),
    foundContact: nameAndRelation(matchedContacts.get(row.id)),
  }));
}
