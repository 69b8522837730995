import { emergencyListApi } from '#features/emergencyList/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { getEmergencyList, takeEmergencyList } from './emergencyList.ts';

export default handlers(emergencyListApi, {
  takeEmergencyList,
  getEmergencyList,
  cacheEmergencyList: getEmergencyList,
});
