import { equipmentApi } from '#features/equipment/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { decodeFrame } from './decode.ts';
import { getEquipmentList } from './list.ts';
import { addEquipment, bindEquipment, resetEquipmentSecret, unbindEquipment } from './register.ts';

export default handlers(equipmentApi, {
  getEquipmentList,
  addEquipment,
  bindEquipment,
  unbindEquipment,
  resetEquipmentSecret,
  decodeFrame,
});
