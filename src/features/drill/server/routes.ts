import { drillApi } from '#features/drill/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { closeDrill, getDrillEquipment, getDrillList, openDrill } from './drill.ts';

export default handlers(drillApi, { getDrillList, getDrillEquipment, openDrill, closeDrill });
