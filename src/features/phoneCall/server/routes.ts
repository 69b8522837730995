import { phoneCallApi } from '#features/phoneCall/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { addWarnCall, finishWarnCall } from './phoneCalls.ts';

export default handlers(
  phoneCallApi,
  {
    addWarnCall,
    finishWarnCall,
  },
  { alarm: ['addWarnCall', 'finishWarnCall'] },
);
