import { defineExporter } from '#features/export/server/service.ts';
import { physicalApi, physicalKinds, physicalStatuses } from '#features/physical/contract.ts';
import { inBatches } from '#server/db/cursor.ts';
import { genders } from '#shared/codes.ts';
import { countPhysicals, selectPhysicals } from './list.ts';
import { type PhysicalRow, physicalRows } from './rows.ts';

/** Exports examinations as the list shows them. */
export default [
  defineExporter({
    endpoint: physicalApi.exportPhysical,
    name: '体检',
    widths: { org: 28, abnormalItems: 40, conclusion: 48 },
    cells: {
      gender: (row: PhysicalRow) => genders[row.gender as keyof typeof genders] ?? null,
      kind: ({ kind }) => physicalKinds[kind],
      status: ({ status }) => physicalStatuses[status],
      pressure: ({ pressure }) => pressure && `${Math.round(pressure.systolic)}/${Math.round(pressure.diastolic)}`,
      bmi: ({ bmi }) => bmi && Number(bmi.toFixed(2)),
      glucose: ({ glucose }) => glucose && Number(glucose.toFixed(2)),
      abnormalItems: ({ abnormalItems }) => abnormalItems.map(({ label }) => label).join('、') || null,
    },
    open: (viewer, filters) => ({
      count: () => countPhysicals(viewer, filters),
      async *batches() {
        for await (const batch of inBatches<{ id: string }>(await selectPhysicals(viewer, filters)))
          yield physicalRows(
            viewer,
            batch.map(({ id }) => id),
          );
      },
    }),
  }),
];
