import { exporting } from '#features/export/server/service.ts';
import { warningApi } from '#features/healthWarn/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { getEarlyWarningBanner } from './banner.ts';
import { assignEarlyWarning, batchClaim, claimEarlyWarning, getEarlyWarningHandler } from './claim.ts';
import { getEarlyWarningCount } from './count.ts';
import { getEarlyWarning } from './detail.ts';
import { finishEarlyWarning, ignoreEarlyWarning, noteEarlyWarning, raiseEarlyWarning } from './finish.ts';
import { getEarlyWarningList } from './list.ts';

export default handlers(warningApi, {
  getEarlyWarningList,
  exportEarlyWarning: exporting(warningApi.exportEarlyWarning),
  getEarlyWarningCount,
  getEarlyWarningBanner,
  getEarlyWarning,
  getEarlyWarningHandler,
  claimEarlyWarning,
  batchClaim,
  assignEarlyWarning,
  noteEarlyWarning,
  finishEarlyWarning,
  ignoreEarlyWarning,
  raiseEarlyWarning,
});
