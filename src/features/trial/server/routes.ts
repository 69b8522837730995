import { trialApi } from '#features/trial/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { getTrialList } from './list.ts';
import { noteTrial } from './noteTrial.ts';
import { revealTrialPhone } from './phone.ts';
import { getTrialShare } from './share.ts';

export default handlers(
  trialApi,
  { getTrialList, getTrialShare, revealTrialPhone, noteTrial },
  { report: ['getTrialShare'] },
);
