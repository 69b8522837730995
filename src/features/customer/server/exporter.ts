import { customerApi } from '#features/customer/contract.ts';
import { defineExporter } from '#features/export/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { inBatches } from '#server/db/cursor.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { any } from '#server/db/values.ts';
import { word } from '#server/feature/words.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { openIdNo } from './identity.ts';
import { countCustomers, customerRows, selectCustomers } from './list.ts';

type Row = OutputOf<typeof customerApi.getCustomerList>;

const named = (type: Parameters<typeof word>[0], code: string | number | null) =>
  code === null ? null : word(type, code);

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
      idNo: openIdNo(whole),
      mobile: whole.mobile ?? whole.phone,
      address: [whole.street, whole.community, whole.address].filter(Boolean).join(' ') || null,
    };
  });
}

/** People as the list shows them, with phone and ID number masked unless they are asked for in clear. */
export const customerExporter = defineExporter({
  endpoint: customerApi.exportCustomer,
  name: '客户',
  widths: { idNo: 22, address: 28, mobile: 16 },
  cells: {
    gender: (row: Row) => named('gender', row.gender),
    livingState: (row) => named('living_state', row.livingState),
    abilityLevel: (row) => named('ability_level', row.abilityLevel),
    serviceState: (row) => word('service_state', row.serviceState),
  },
  open: (viewer, filters, clear) => ({
    count: () => countCustomers(viewer, filters),
    async *batches() {
      for await (const batch of inBatches<{ id: string }>(selectCustomers(viewer, filters)))
        yield rowsOf(
          viewer,
          batch.map((row) => row.id),
          clear,
        );
    },
  }),
});

export default [customerExporter];
