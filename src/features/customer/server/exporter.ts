import { customerApi } from '#features/customer/contract.ts';
import { defineExporter } from '#features/export/server/service.ts';
import { inBatches } from '#server/cursor.ts';
import { word } from '#server/words.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { countCustomers, customerRows, selectCustomers } from './list.ts';

type Row = OutputOf<typeof customerApi.getCustomerList>;

const named = (type: Parameters<typeof word>[0], code: string | number | null) =>
  code === null ? null : word(type, code);

/** People as the list shows them, with phone and ID number masked. */
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
  open: (viewer, filters) => ({
    count: () => countCustomers(viewer, filters),
    async *batches() {
      for await (const batch of inBatches<{ id: string }>(selectCustomers(viewer, filters).query))
        yield customerRows(
          viewer,
          batch.map((row) => row.id),
        );
    },
  }),
});

export default [customerExporter];
