import { runExport } from '#features/export/server/service.ts';
import { warnApi } from '#features/warn/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { addWarn, getTransferTarget } from './addWarn.ts';
import { batchClaim, batchFalse } from './batch.ts';
import { claimWarn, releaseWarn, transferWarn } from './claim.ts';
import { closeWarn, reopenWarn } from './closeWarn.ts';
import { getWarnCount } from './count.ts';
import { getWarn, revealWarn } from './detail.ts';
import { dispatchWarn, updateWarnDispatch } from './dispatch.ts';
import { keepWarnDraft } from './draft.ts';
import { getEmergencyList, takeEmergencyList } from './emergencyList.ts';
import { warnExporter } from './exporter.ts';
import { answerFalseWarn, askFalseWarn, falseWarn } from './falseWarn.ts';
import { finishFollowUp } from './followUp.ts';
import { getWarnList } from './list.ts';
import { getWarnTrack, locateWarn } from './locate.ts';
import { addWarnNote } from './note.ts';
import { addWarnCall, finishWarnCall } from './phoneCalls.ts';
import { confirmWarnReport } from './receipt.ts';
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
