import { runExport } from '#features/export/server/service.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { batchClaim, batchFalse } from './batch.ts';
import { getWarnCount } from './count.ts';
import { warnExporter } from './exporter.ts';
import { getWarnList } from './list.ts';

export default handlers(warnListApi, {
  getWarnList,
  exportWarn: (viewer, input) => runExport(viewer, warnExporter, input),
  getWarnCount,
  batchFalse,
  batchClaim,
});
