import { equipmentApi } from '#features/equipment/contract.ts';
import { resourceExporter } from '#features/export/server/service.ts';
import { inBatches } from '#server/db/cursor.ts';
import { equipment } from '../../contract/entry.ts';
import { chosenBy } from './filters.ts';
import { equipmentRows } from './list.ts';
import { countEquipment, selectEquipment } from './select.ts';

/** Exporter of the device list. */
export default [
  resourceExporter(equipment, equipmentApi.exportEquipment, (viewer, filters) => ({
    count: () => countEquipment(viewer, { ...filters, exact: true }),
    async *batches() {
      for await (const batch of inBatches<{ id: string }>(selectEquipment(viewer, filters, await chosenBy(filters))))
        yield equipmentRows(
          viewer,
          batch.map(({ id }) => id),
        );
    },
  })),
];
