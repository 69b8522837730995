import { unconsented } from '#features/consent/contract.ts';
import { customer, customerApi } from '#features/customer/contract.ts';
import { resourceExporter } from '#features/export/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { inBatches } from '#server/db/cursor.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { any } from '#server/db/values.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import { consentPurposes, consentValidities, keysOf } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { levelText } from '#shared/health/levelText.ts';
import { todayInChina } from '#shared/idCard.ts';
import { consentValiditiesOf } from '../consentValidity.ts';
import { decryptIdNo } from '../record/identity.ts';
import { countCustomers, customerRows, selectCustomers } from './list.ts';

type Row = OutputOf<typeof customerApi.getCustomerList>;

async function rowsOf(viewer: Viewer, ids: string[], unmasked: boolean): Promise<Row[]> {
  const rows = await customerRows(viewer, ids);
  return unmasked && rows.length > 0 ? unmaskedRows(viewer, rows) : rows;
}

/** Returns the rows with unmasked ID number, phone and complete address, for customers in scope. */
async function unmaskedRows(viewer: Viewer, rows: Row[]): Promise<Row[]> {
  const ids = rows.map((row) => row.id);
  const stored = await db
    .selectFrom(scoped(viewer, 'customer'))
    .selectAll()
    .where('customer.id', '=', any(ids))
    .execute();
  const storedById = new Map(stored.map((row) => [row.id, row]));
  return rows.map((row) => {
    const full = storedById.get(row.id);
    if (!full) return row;
    return {
      ...row,
      idNo: decryptIdNo(full),
      mobile: full.mobile ?? full.phone,
      address: [full.street, full.community, full.address].filter(Boolean).join(' ') || null,
    };
  });
}

/** Returns a function that gives a customer's consent columns as text. */
async function consentLabelsOf(ids: readonly string[]): Promise<(id: string) => Record<string, string>> {
  const validities = new Map(
    (await consentValiditiesOf(db, ids)).map((row) => [`${row.id} ${row.purpose}`, row.agreement]),
  );
  return (id) =>
    Object.fromEntries(
      keysOf(consentPurposes).map((purpose) => [
        `consent:${purpose}`,
        consentValidities[validities.get(`${id} ${purpose}`) ?? 'missing'],
      ]),
    );
}

/** Returns the service state as the list shows it. */
function stateText({ serviceState, serviceConsent }: Pick<Row, 'serviceState' | 'serviceConsent'>): string {
  const state = labelOf('service_state', serviceState);
  return serviceState === 'active' && serviceConsent !== 'valid' ? `${state}（${unconsented[serviceConsent]}）` : state;
}

/** Exports customers as the list shows them; phone, ID number and address masked unless unmasked ones are requested. */
export const customerExporter = resourceExporter(customer, customerApi.exportCustomer, (viewer, filters, unmasked) => ({
  count: () => countCustomers(viewer, { ...filters, exact: true }),
  async *batches() {
    for await (const batch of inBatches<{ id: string }>(await selectCustomers(viewer, filters))) {
      const ids = batch.map(({ id }) => id);
      const [rows, consentLabels] = await Promise.all([rowsOf(viewer, ids, unmasked), consentLabelsOf(ids)]);
      yield rows.map(({ emergencyContact: contact, ...row }) => ({
        ...row,
        ...consentLabels(row.id),
        serviceState: stateText(row),
        abilityLevel: levelText(row, todayInChina(Date.now()), labelOf) || null,
        emergencyContact: contact && `${labelOf('relation', contact.relation)} ${contact.name}`,
      }));
    }
  },
}));

export default [customerExporter];
