import { testApi } from '#features/equipmentTest/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { getEquipmentTest } from './testStatus.ts';
import { endEquipmentTest, startEquipmentTest } from './testWindow.ts';

export default handlers(testApi, { startEquipmentTest, endEquipmentTest, getEquipmentTest });
