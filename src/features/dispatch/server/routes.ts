import { dispatchApi } from '#features/dispatch/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { dispatchWarn, updateWarnDispatch } from './dispatch.ts';

export default handlers(
  dispatchApi,
  {
    dispatchWarn,
    updateWarnDispatch,
  },
  { alarm: ['dispatchWarn', 'updateWarnDispatch'] },
);
