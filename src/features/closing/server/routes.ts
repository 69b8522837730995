import { closingApi } from '#features/closing/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { closeWarn, reopenWarn } from './closeWarn.ts';
import { answerFalseWarn, askFalseWarn, falseWarn } from './falseWarn.ts';

export default handlers(
  closingApi,
  {
    falseWarn,
    askFalseWarn,
    answerFalseWarn,
    closeWarn,
    reopenWarn,
  },
  { alarm: ['falseWarn', 'askFalseWarn', 'answerFalseWarn', 'closeWarn'] },
);
