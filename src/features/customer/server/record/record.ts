import { type CustomerRecord, customer } from '#features/customer/contract.ts';
import { regionName } from '#features/region/server/service.ts';
import { notFound } from '#server/core/problem.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { recordValues } from '#server/crud/storedValues.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { keysOf } from '#shared/codes.ts';
import { pick } from '#shared/endpoint.ts';
import { ageOn, todayInChina } from '#shared/idCard.ts';
import { maskPhone } from '#shared/mask.ts';
import type { Static } from '#shared/typebox.ts';
import { contact } from '../../contract/contact.ts';
import { hasSecret, secretFields } from '../../contract/fields.ts';
import { RecordHealth } from '../../contract/record.ts';
import { archiveSealedOf } from '../archiveSealed.ts';
import { consentValidityOf } from '../consentValidity.ts';
import { figuresOf, isHandlerOf, noFigures, recordPartsOf } from '../customerHooks.ts';
import { customerNames, linkedBy, readContacts } from './contacts.ts';
import { bedText } from './customerAddress.ts';
import { canViewHealth, decryptHealth, redFlags } from './health.ts';

/** Returns 110101********1234; of a shorter number only the last four. */
function maskedIdNo(idNo: string | null): string | null {
  if (idNo === null) return null;
  const head = idNo.length === 18 ? 6 : 0;
  return `${idNo.slice(0, head)}${'*'.repeat(Math.max(4, idNo.length - head - 4))}${idNo.slice(-4)}`;
}

type Health = Static<typeof RecordHealth>;

function readRow(viewer: Viewer, id: string) {
  return db
    .selectFrom(scoped(viewer, 'customer'))
    .innerJoin('department', 'department.id', 'customer.departmentId')
    .innerJoin('project', 'project.id', 'customer.projectId')
    .leftJoin('user', 'user.id', 'customer.responsibleId')
    .leftJoin('customerBed', 'customerBed.customerId', 'customer.id')
    .selectAll('customer')
    .select([
      'department.name as departmentName',
      'project.name as projectName',
      'project.hotline',
      'user.name as responsibleName',
      'customerBed.id as bedId',
      'customerBed.departmentId as bedDepartmentId',
    ])
    .select(bedText.as('bedName'))
    .where('customer.id', '=', id)
    .executeTakeFirst();
}

const shownHealth = (health: Health) => pick(health, keysOf(RecordHealth.properties));

/** Returns the department if it is in the viewer's scope; else null. */
const inScope = ({ scope }: Viewer, id: string | null) => ((scope.departments?.includes(id ?? '') ?? true) ? id : null);

/** Returns whether the secret fields have values, and these only where they may be shown. */
function secretsOf(values: object, shown: boolean) {
  const row = values as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    secretFields.flatMap((key) => [
      [hasSecret(key), row[key] !== null],
      [key, shown ? row[key] : null],
    ]),
  ) as Pick<CustomerRecord, 'hasEntryNote'>;
}

/** Returns id and name of a customer in scope; null outside the scope. */
function linkOf(id: string | null, names: ReadonlyMap<string, string>) {
  const name = id === null ? undefined : names.get(id);
  return id !== null && name !== undefined ? { id, name } : null;
}

/**
 * Returns a customer's record. Numbers are masked unless the viewer may unmask or handles an open alarm of the
 * customer; health requires the permission or that alarm. 404 outside the scope.
 */
export async function getCustomer(viewer: Viewer, { id }: { id: string }): Promise<CustomerRecord> {
  const row = await readRow(viewer, id);
  if (!row) throw notFound('客户');
  const [contacts, figures, inHand, sealed, serviceConsent, parts, lists] = await Promise.all([
    readContacts(db, id),
    figuresOf([id]),
    isHandlerOf(viewer, id),
    archiveSealedOf(db, [row]),
    consentValidityOf(db, id, 'service'),
    recordPartsOf(viewer, id),
    linkedBy(viewer, id),
  ]);
  const names = await customerNames(
    db,
    viewer,
    contacts.flatMap(({ linkedId }) => linkedId ?? []),
  );
  const number = hasPermission(viewer, 'pii:reveal') || inHand ? (text: string | null) => text : maskPhone;
  const summary = decryptHealth(row.healthCipher);
  const health = canViewHealth(viewer) || inHand ? shownHealth({ ...summary, chronic: row.chronic }) : null;
  const values = recordValues(customer, row);
  return {
    ...values,
    id: row.id,
    age: row.birthDate ? ageOn(row.birthDate, todayInChina(Date.now())) : null,
    idNo: maskedIdNo(values.idNo),
    mobile: number(row.mobile),
    phone: number(row.phone),
    regionName: regionName(row.regionCode),
    bedId: row.bedId,
    bed: row.bedName === null ? null : { name: row.bedName, departmentId: inScope(viewer, row.bedDepartmentId) },
    ...secretsOf(values, inHand),
    contacts: contacts.map((row) => ({
      ...recordValues(contact, row),
      id: row.id,
      linked: linkOf(row.linkedId, names),
      mobile: number(row.mobile),
      phone: number(row.phone),
    })),
    linkedBy: lists,
    ...pick(row, ['departmentName', 'projectName', 'hotline', 'responsibleName', 'remark']),
    ...pick(row, ['abilityAssessmentId', 'assessedUntil']),
    serviceConsent,
    sealed: sealed.length > 0,
    communication: summary.communication,
    ...parts,
    redFlags: redFlags(row.livingState, health ?? decryptHealth(null)),
    health,
    ...(figures.get(id) ?? noFigures),
    ...pick(row, ['createdAt', 'updatedAt', 'version']),
  };
}
