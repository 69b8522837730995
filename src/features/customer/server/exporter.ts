import { customerApi } from '#features/customer/contract.ts';
import { defineExporter } from '#features/export/server/service.ts';
import { inBatches } from '#server/cursor.ts';
import { abilityLevels, genders, livingStates, serviceStates } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { countCustomers, customerRows, selectCustomers } from './list.ts';

type Row = OutputOf<typeof customerApi.getCustomerList>;

const word = (list: Readonly<Record<string, string>>, code: string | number | null) =>
  code === null ? null : (list[String(code)] ?? String(code));

/** People as the list shows them, with phone and ID number masked. */
export const customerExporter = defineExporter({
  endpoint: customerApi.exportCustomer,
  name: '客户',
  widths: { idNo: 22, address: 28, mobile: 16 },
  cells: {
    gender: (row: Row) => word(genders, row.gender),
    livingState: (row) => word(livingStates, row.livingState),
    abilityLevel: (row) => word(abilityLevels, row.abilityLevel),
    serviceState: (row) => serviceStates[row.serviceState],
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
