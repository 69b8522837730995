import { type Selectable, type SqlBool, sql } from 'kysely';
import { customer, type UnmaskedCustomer, unmaskedFields } from '#features/customer/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { storedValues } from '#server/crud/storedValues.ts';
import { type Db, db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import type { Customer, CustomerContact } from '#server/db/tables.ts';
import { any } from '#server/db/values.ts';
import { pick } from '#shared/endpoint.ts';
import { ageOn, todayInChina } from '#shared/idCard.ts';
import { maskIdNo } from '#shared/mask.ts';
import type { Static } from '#shared/typebox.ts';
import { bloodLabel } from '../contract/blood.ts';
import { keywordMatch } from './list/keywordMatch.ts';
import { readContacts, readContactsOf, shownContact } from './record/contacts.ts';
import { addressParts, type BedAddress, bedAddressOf } from './record/customerAddress.ts';
import { decryptHealth, redFlags } from './record/health.ts';
import { decryptIdNo } from './record/identity.ts';

export { archiveSealedIds, archiveSealedOf, requireUnsealed } from './archiveSealed.ts';
export { attachScan } from './attachScan.ts';
export { consentLapsed, consentValiditiesOf, consentValidityOf, hasConsent, type Purpose } from './consentValidity.ts';
export { customerTotal } from './counts.ts';
export {
  allCustomerHooks,
  type CustomerHooks,
  figuresOf,
  type MergedPair,
  type NewOwnership,
  type NewState,
  runAfterConsentGiven,
  runAfterConsentWithdrawn,
  runBeforeMove,
} from './customerHooks.ts';
export { nextNumbers } from './customerNo.ts';
export { populatedNo } from './demo/populatedNo.ts';
export { moveAlong } from './list/bulk.ts';
export { departmentTree, getCustomerChoice } from './list/choice.ts';
export { customerOf, isOver, lockCustomer, lockCustomers, type StoredCustomer } from './lockCustomer.ts';
export { callCardOf } from './record/callCard.ts';
export {
  contactProblems,
  readContacts,
  readContactsOf,
  relationsOf,
  requireLinked,
  saveContacts,
  withFlags,
} from './record/contacts.ts';
export { type AddressColumns, addressParts, bedAddressOf, bedText, bedTexts } from './record/customerAddress.ts';
export {
  bloodCode,
  canViewHealth,
  decryptHealth,
  encryptHealth,
  type HealthSummary,
  redFlags,
} from './record/health.ts';
export { decryptIdNo, maskedTail } from './record/identity.ts';
export { remindResponsible } from './reminder.ts';
export { aDayAhead, type Due, localToday, maxPerRun, notReminded } from './reminderQueries.ts';
export { adoptState, changeState, hasEmergencyContact, settleLeaving } from './state.ts';

export interface AlarmSubject {
  id: string;
  departmentId: string;
  projectId: string;
  address: string | null;
  phone: string | null;
  demo: boolean;
}

/** Returns the ownership for alarms of these customers; for the ingest, so without a scope. */
export async function alarmSubjects(tx: Db, ids: string[]): Promise<Map<string, AlarmSubject>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('customer')
    .select(['id', 'departmentId', 'projectId', 'address', 'mobile', 'phone', 'demo'])
    .where('id', '=', any(ids))
    .where('deletedAt', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.id, { ...row, phone: row.mobile ?? row.phone }]));
}

/** Returns a customer in the viewer's scope by id or phone; null without a match. */
export async function findSubject(
  viewer: Viewer,
  by: { id?: string | undefined; phone?: string | undefined },
): Promise<AlarmSubject | null> {
  const match = by.id
    ? sql<SqlBool>`customer.id = ${by.id}`
    : sql<SqlBool>`(customer.mobile = ${by.phone ?? ''} or customer.phone = ${by.phone ?? ''})`;
  const row = await db.selectFrom(scoped(viewer, 'customer')).selectAll().where(match).limit(1).executeTakeFirst();
  return row
    ? {
        id: row.id,
        departmentId: row.departmentId,
        projectId: row.projectId,
        address: row.address,
        phone: row.mobile ?? row.phone,
        demo: row.demo,
      }
    : null;
}

type Unmasked = Static<typeof UnmaskedCustomer>;

/** Returns the unmasked customer, as the desk shows it for an open alarm: ordered contacts, decrypted health. */
export async function readUnmaskedCustomer(tx: Db, id: string): Promise<Unmasked | null> {
  const row = await tx.selectFrom('customer').selectAll().select(bed).where('id', '=', id).executeTakeFirst();
  return row ? unmaskedOf(row, await readContacts(tx, id)) : null;
}

/** Returns the age today; null without a birth date. */
const ageOf = ({ birthDate }: Pick<Selectable<Customer>, 'birthDate'>) =>
  birthDate ? ageOn(birthDate, todayInChina(Date.now())) : null;

const bed = bedAddressOf(sql.ref('customer.id')).as('bed');

function unmaskedOf(
  row: Selectable<Customer> & { bed: BedAddress | null },
  contacts: readonly Selectable<CustomerContact>[],
): Unmasked {
  const health = decryptHealth(row.healthCipher);
  const idNo = decryptIdNo(row);
  return {
    ...storedValues(customer, row, unmaskedFields),
    id: row.id,
    age: ageOf(row),
    idNoMasked: idNo === null ? null : maskIdNo(idNo.slice(0, 4), idNo.slice(-4)),
    ...addressParts(row),
    inBed: row.bed !== null,
    lat: row.bed ? row.bed.lat : row.lat,
    lng: row.bed ? row.bed.lng : row.lng,
    flags: redFlags(row.livingState, health),
    ...pick(health, ['conditions', 'medicines', 'allergies', 'doctor', 'doctorPhone', 'hospital']),
    bloodType: bloodLabel(health),
    contacts: contacts.map(shownContact),
  };
}

/** Customers per query. */
const batch = 500;

/**
 * Returns served customers in scope, the highest risk first, for the emergency list used when the platform is down
 * (domain.md 8.10): at most `most` ids, and the total.
 */
export async function emergencyCustomers(viewer: Viewer, most: number): Promise<{ ids: string[]; total: number }> {
  const rows = await db.rows(sql<{ id: string; total: number }>`
    select customer.id, (count(*) over ())::int as total from ${scoped(viewer, 'customer')} where customer.service_state in ('active', 'paused')
    order by (customer.living_state = 'alone') desc nulls last, customer.ability_level desc nulls last, customer.birth_date asc nulls last, customer.id
    limit ${most}`);
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 };
}

/** Yields these customers unmasked, in the order of `ids`, read in batches. */
export async function* unmaskedCustomers(ids: readonly string[]): AsyncGenerator<Unmasked> {
  for (let begin = 0; begin < ids.length; begin += batch) {
    const some = ids.slice(begin, begin + batch);
    const [rows, contacts] = await Promise.all([
      db.selectFrom('customer').selectAll().select(bed).where('id', '=', any(some)).execute(),
      readContactsOf(db, some),
    ]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const id of some) {
      const row = byId.get(id);
      if (row) yield unmaskedOf(row, contacts.get(id) ?? []);
    }
  }
}

/** Returns a contact of this customer; null if it is deleted or another customer's. */
export async function contactOf(tx: Db, contactId: string, customerId: string | null) {
  if (!customerId) return null;
  const row = await tx
    .selectFrom('customerContact')
    .selectAll()
    .where('id', '=', contactId)
    .where('customerId', '=', customerId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns ids of customers in scope that a keyword matches, like the customer list; at most `most`. */
export async function matchCustomers(viewer: Viewer, keyword: string, most = 500): Promise<string[]> {
  const rows = await db
    .selectFrom(scoped(viewer, 'customer'))
    .select('customer.id')
    .where(await keywordMatch(viewer, keyword))
    .limit(most)
    .execute();
  return rows.map((row) => row.id);
}
