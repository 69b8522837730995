import { warnApi } from '#features/warn/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { addWarn, getTransferTarget } from './claim/addWarn.ts';
import { claimWarn, releaseWarn, transferWarn } from './claim/claim.ts';
import { finishFollowUp } from './followUp.ts';
import { getSeatFigures } from './read/seatFigures.ts';

export default handlers(
  warnApi,
  { claimWarn, releaseWarn, transferWarn, addWarn, finishFollowUp, getTransferTarget, getSeatFigures },
  { alarm: ['claimWarn', 'releaseWarn', 'transferWarn', 'addWarn', 'getTransferTarget'] },
);
