import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { WholeCustomer } from '#features/customer/contract.ts';
import { scoped } from '#server/auth/scope.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { ageOn, todayInChina } from '#shared/idCard.ts';
import { maskIdNo } from '#shared/mask.ts';
import type { Static } from '#shared/typebox.ts';
import { openHealth, redFlags } from './health.ts';
import { openEntry, openIdNo } from './identity.ts';
import { keywordMatch } from './match.ts';
import { customer, customerContact } from './schema.ts';

export { openHealth, redFlags, sealHealth } from './health.ts';
export { findCustomer, getCustomerList } from './list.ts';
export { uploadCustomerPhoto } from './photo.ts';
export { customerTotal, serviceCover } from './total.ts';
export { addCustomer } from './write.ts';

export interface AlarmSubject {
  id: string;
  departmentId: string;
  projectId: string;
  address: string | null;
  phone: string | null;
  demo: boolean;
}

/** Where the alarms of these people belong; for the ingest, so without a scope. */
export async function alarmSubjects(tx: Db, ids: string[]): Promise<Map<string, AlarmSubject>> {
  if (ids.length === 0) return new Map();
  const found = await tx
    .select({
      id: customer.id,
      departmentId: customer.departmentId,
      projectId: customer.projectId,
      address: customer.address,
      mobile: customer.mobile,
      phone: customer.phone,
      demo: customer.demo,
    })
    .from(customer)
    .where(and(inArray(customer.id, ids), isNull(customer.deletedAt)));
  return new Map(found.map((row) => [row.id, { ...row, phone: row.mobile ?? row.phone }]));
}

/** One person in the viewer's scope, by id or by a phone of theirs; null when there is none. */
export async function findSubject(
  viewer: Viewer,
  by: { id?: string | undefined; phone?: string | undefined },
): Promise<AlarmSubject | null> {
  const rows = scoped(viewer, customer);
  const match = by.id
    ? eq(rows.id, by.id)
    : sql`(${rows.mobile} = ${by.phone ?? ''} or ${rows.phone} = ${by.phone ?? ''})`;
  const found = await db.select().from(rows).where(match).limit(1);
  const row = found[0];
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

/** The person whole, as the desk shows one whose alarm is open: contacts in order, health opened. */
export async function wholePerson(tx: Db, id: string): Promise<Static<typeof WholeCustomer> | null> {
  const [row] = await tx.select().from(customer).where(eq(customer.id, id));
  if (!row) return null;
  const contacts = await tx
    .select()
    .from(customerContact)
    .where(and(eq(customerContact.customerId, id), isNull(customerContact.deletedAt)))
    .orderBy(asc(customerContact.order), asc(customerContact.id));
  const health = openHealth(row.healthCipher);
  const idNo = openIdNo(row);
  return {
    id: row.id,
    no: row.no,
    name: row.name,
    gender: row.gender,
    age: row.birthDate ? ageOn(row.birthDate, todayInChina(Date.now())) : null,
    birthDate: row.birthDate,
    idNoMasked: idNo === null ? null : maskIdNo(idNo.slice(0, 4), idNo.slice(-4)),
    mobile: row.mobile,
    phone: row.phone,
    photoFileId: row.photoFileId,
    area: [row.street, row.community].filter(Boolean).join(' '),
    address: row.address ?? '',
    addressNote: row.addressNote,
    entryNote: openEntry(row),
    lat: row.lat,
    lng: row.lng,
    livingState: row.livingState,
    marital: row.marital,
    abilityLevel: row.abilityLevel,
    serviceState: row.serviceState,
    flags: redFlags(row.livingState, health),
    conditions: health.conditions,
    medicines: health.medicines,
    allergies: health.allergies,
    bloodType: health.bloodType,
    doctor: health.doctor,
    doctorPhone: health.doctorPhone,
    hospital: health.hospital,
    contacts: contacts.map((one) => ({
      id: one.id,
      name: one.name,
      relation: one.relation,
      mobile: one.mobile,
      phone: one.phone,
      address: one.address,
      hasKey: one.hasKey,
      isEmergency: one.isEmergency,
      isGuardian: one.isGuardian,
      order: one.order,
    })),
  };
}

/** People in scope with the highest risk first, for the printed list that helps when the platform is down (domain.md 8.10). */
export async function emergencyPeople(viewer: Viewer, most: number): Promise<string[]> {
  const rows = scoped(viewer, customer);
  const found = await db
    .select({ id: rows.id })
    .from(rows)
    .where(inArray(rows.serviceState, ['active', 'paused']))
    .orderBy(
      sql`(${rows.livingState} = 'alone') desc nulls last, ${rows.abilityLevel} desc nulls last, ${rows.birthDate} asc nulls last`,
      asc(rows.id),
    )
    .limit(most);
  return found.map((row) => row.id);
}

/** A contact of this person; null when it is another's or gone. */
export async function contactOf(tx: Db, contactId: string, customerId: string | null) {
  if (!customerId) return null;
  const [row] = await tx
    .select()
    .from(customerContact)
    .where(
      and(
        eq(customerContact.id, contactId),
        eq(customerContact.customerId, customerId),
        isNull(customerContact.deletedAt),
      ),
    );
  return row ?? null;
}

/** People in scope that a keyword means: any part of the name, pinyin initials, the last digits (4 or more) of a phone or ID number. */
export async function matchCustomers(viewer: Viewer, keyword: string, most = 500): Promise<string[]> {
  const rows = scoped(viewer, customer);
  const found = await db.select({ id: rows.id }).from(rows).where(keywordMatch(rows, keyword)).limit(most);
  return found.map((row) => row.id);
}
