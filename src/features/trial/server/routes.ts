import { trialApi } from '#features/trial/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { addTrial } from './addTrial.ts';
import { getTrialList } from './list.ts';
import { getTrialShare } from './share.ts';

export default handlers(trialApi, { getTrialList, getTrialShare, addTrial }, { report: ['getTrialShare'] });
