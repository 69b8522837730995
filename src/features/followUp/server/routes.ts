import { followUpApi } from '#features/followUp/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { getFollowUpPerson } from './callCard.ts';
import { finishFollowUp } from './finish.ts';
import { getFollowUpList } from './list.ts';
import { addPlan, deletePlan, editPlan, endPlan, startPlan } from './plan.ts';
import { getPlanChoice, getPlanList } from './planList.ts';
import { addRequest } from './request.ts';

export default handlers(followUpApi, {
  getPlanList,
  addPlan,
  editPlan,
  startPlan,
  endPlan,
  deletePlan,
  getPlanChoice,
  getFollowUpList,
  getFollowUpPerson,
  addRequest,
  finishFollowUp,
});
