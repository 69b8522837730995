import { leaveApi } from '#features/leave/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { addLeave, getLeaveList, returnLeave } from './leave.ts';
import { getCustomerState, tickLeaving } from './leavingChecklist.ts';

export default handlers(leaveApi, {
  getCustomerState,
  tickLeaving,
  getLeaveList,
  addLeave,
  returnLeave,
});
