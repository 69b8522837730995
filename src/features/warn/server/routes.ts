import { runExport } from '#features/export/server/service.ts';
import { warnApi } from '#features/warn/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { addWarn, getTransferTarget } from './addWarn.ts';
import { batchClaim, batchFalse } from '#features/warnList/server/batch.ts';
import { claimWarn, releaseWarn, transferWarn } from './claim.ts';
import { closeWarn, reopenWarn } from '#features/closing/server/closeWarn.ts';
import { getWarnCount } from '#features/warnList/server/count.ts';
import { getWarn, revealWarn } from '#features/desk/server/detail.ts';
import { dispatchWarn, updateWarnDispatch } from '#features/dispatch/server/dispatch.ts';
import { keepWarnDraft } from '#features/desk/server/draft.ts';
import { getEmergencyList, takeEmergencyList } from '#features/emergencyList/server/emergencyList.ts';
import { warnExporter } from '#features/warnList/server/exporter.ts';
import { answerFalseWarn, askFalseWarn, falseWarn } from '#features/closing/server/falseWarn.ts';
import { finishFollowUp } from './followUp.ts';
import { getWarnList } from '#features/warnList/server/list.ts';
import { getWarnTrack, locateWarn } from '#features/warnTrack/server/locate.ts';
import { addWarnNote } from '#features/desk/server/note.ts';
import { addWarnCall, finishWarnCall } from '#features/phoneCall/server/phoneCalls.ts';
import { confirmWarnReport } from '#features/desk/server/receipt.ts';
import { getSeatFigures } from './seatFigures.ts';

/** Operator actions on one warn, from 接警 to 结案. */
const alarm = [
  'getWarn',
  'getWarnTrack',
  'locateWarn',
  'claimWarn',
  'releaseWarn',
  'addWarnCall',
  'finishWarnCall',
  'addWarnNote',
  'keepWarnDraft',
  'dispatchWarn',
  'updateWarnDispatch',
  'confirmWarnReport',
  'transferWarn',
  'falseWarn',
  'askFalseWarn',
  'answerFalseWarn',
  'closeWarn',
  'addWarn',
  'getTransferTarget',
] as const;

export default handlers(
  warnApi,
  {
    getWarnList,
    exportWarn: (viewer, input) => runExport(viewer, warnExporter, input),
    getWarn,
    revealWarn,
    getWarnTrack,
    locateWarn,
    getWarnCount,
    claimWarn,
    releaseWarn,
    addWarnCall,
    finishWarnCall,
    addWarnNote,
    keepWarnDraft,
    dispatchWarn,
    updateWarnDispatch,
    confirmWarnReport,
    transferWarn,
    falseWarn,
    askFalseWarn,
    answerFalseWarn,
    batchFalse,
    batchClaim,
    closeWarn,
    reopenWarn,
    addWarn,
    finishFollowUp,
    getTransferTarget,
    getSeatFigures,
    getEmergencyList,
    cacheEmergencyList: getEmergencyList,
    takeEmergencyList,
  },
  { alarm },
);
