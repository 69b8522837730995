import { resourceExporter } from '#features/export/server/service.ts';
import { gateway, gatewayApi } from '#features/gateway/contract.ts';
import { inBatches } from '#server/db/cursor.ts';
import { countOf } from '#server/db/paging.ts';
import { gatewayRows, selectGateways } from './list.ts';

/** Exporter of the list of gateways. */
export default [
  resourceExporter(gateway, gatewayApi.exportGateway, (viewer, filters) => ({
    count: async () => countOf(await selectGateways(viewer, filters)),
    async *batches() {
      for await (const batch of inBatches<{ id: string }>(await selectGateways(viewer, filters)))
        yield gatewayRows(
          viewer,
          batch.map(({ id }) => id),
        );
    },
  })),
];
