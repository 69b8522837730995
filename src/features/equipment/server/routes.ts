import { equipmentApi } from '#features/equipment/contract.ts';
import { handlers } from '#server/handlers.ts';
import { decodeFrame } from './decode.ts';
import * as service from './service.ts';

export default handlers(equipmentApi, {
  getEquipmentList: service.getEquipmentList,
  addEquipment: service.addEquipment,
  bindEquipment: service.bindEquipment,
  unbindEquipment: service.unbindEquipment,
  resetEquipmentSecret: service.resetEquipmentSecret,
  decodeFrame,
});
