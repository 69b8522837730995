import { warnApi } from '#features/warn/contract.ts';
import { handlers } from '#server/handlers.ts';
import * as service from './service.ts';

export default handlers(warnApi, {
  getWarnList: service.getWarnList,
  getWarn: service.getWarn,
  getWarnCount: service.getWarnCount,
  claimWarn: service.claimWarn,
  releaseWarn: service.releaseWarn,
  addWarnCall: service.addWarnCall,
  addWarnNote: service.addWarnNote,
  dispatchWarn: service.dispatchWarn,
  updateWarnDispatch: service.updateWarnDispatch,
  transferWarn: service.transferWarn,
  falseWarn: service.falseWarn,
  closeWarn: service.closeWarn,
  reopenWarn: service.reopenWarn,
  addWarn: service.addWarn,
  finishFollowUp: service.finishFollowUp,
  getTransferTarget: service.getTransferTarget,
  getEmergencyList: service.getEmergencyList,
});
