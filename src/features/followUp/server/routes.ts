import { followUpApi } from '#features/followUp/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { finishFollowUp } from './finish.ts';
import { getFollowUpList } from './list.ts';
import { addPlan, editPlan } from './plan.ts';
import { getPlanChoice, getPlanList } from './planList.ts';

export default handlers(followUpApi, {
  getPlanList,
  addPlan,
  editPlan,
  getPlanChoice,
  getFollowUpList,
  finishFollowUp,
});
