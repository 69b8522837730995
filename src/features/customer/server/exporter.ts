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
import { unconsented } from '../contract/consent.ts';
import { consentValiditiesOf } from './consentValidity.ts';
import { decryptIdNo } from './identity.ts';
import { countCustomers, customerRows, selectCustomers } from './list.ts';

type Row = OutputOf<typeof customerApi.getCustomerList>;

async function rowsOf(viewer: Viewer, ids: string[], clear: boolean): Promise<Row[]> {
  const rows = await customerRows(viewer, ids);
  return clear && rows.length > 0 ? inClear(viewer, rows) : rows;
}

/** The same rows with ID number, phone and whole address as they are, of the people in scope. */
async function inClear(viewer: Viewer, rows: Row[]): Promise<Row[]> {
  const ids = rows.map((row) => row.id);
  const found = await db
    .selectFrom(scoped(viewer, 'customer'))
    .selectAll()
    .where('customer.id', '=', any(ids))
    .execute();
  const known = new Map(found.map((row) => [row.id, row]));
  return rows.map((row) => {
    const whole = known.get(row.id);
    if (!whole) return row;
    return {
      ...row,
      idNo: decryptIdNo(whole),
      mobile: whole.mobile ?? whole.phone,
      address: [whole.street, whole.community, whole.address].filter(Boolean).join(' ') || null,
    };
  });
}

/** What these people agree to now, in words, as the columns of one of them. */
async function agreedOf(ids: readonly string[]): Promise<(id: string) => Record<string, string>> {
  const known = new Map((await consentValiditiesOf(db, ids)).map((one) => [`${one.id} ${one.purpose}`, one.agreement]));
  return (id) =>
    Object.fromEntries(
      keysOf(consentPurposes).map((purpose) => [
        `consent:${purpose}`,
        consentValidities[known.get(`${id} ${purpose}`) ?? 'missing'],
      ]),
    );
}

/** The service state as the list says it. */
function stateText({ serviceState, serviceConsent }: Pick<Row, 'serviceState' | 'serviceConsent'>): string {
  const state = labelOf('service_state', serviceState);
  return serviceState === 'active' && serviceConsent !== 'valid' ? `${state}（${unconsented[serviceConsent]}）` : state;
}

/** People as the list shows them, with phone, ID number and address masked unless they are asked for in clear. */
export const customerExporter = resourceExporter(customer, customerApi.exportCustomer, (viewer, filters, clear) => ({
  count: () => countCustomers(viewer, { ...filters, exact: true }),
  async *batches() {
    for await (const batch of inBatches<{ id: string }>(await selectCustomers(viewer, filters))) {
      const ids = batch.map(({ id }) => id);
      const [rows, agreed] = await Promise.all([rowsOf(viewer, ids, clear), agreedOf(ids)]);
      yield rows.map(({ emergencyContact: one, ...row }) => ({
        ...row,
        ...agreed(row.id),
        serviceState: stateText(row),
        emergencyContact: one && `${labelOf('relation', one.relation)} ${one.name}`,
      }));
    }
  },
}));

export default [customerExporter];
