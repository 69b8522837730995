import { equipmentApi } from '#features/equipment/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { bindEquipment, unbindEquipment } from './binding.ts';
import { encodeCommand } from './encodeCommand.ts';
import { getEquipmentList } from './list.ts';
import { log } from './logRoutes.ts';
import { addEquipment } from './register.ts';
import { resetEquipmentSecret } from './secret.ts';
import { getCommandList, sendCommand, sendCommands } from './sendCommand.ts';

export default handlers(equipmentApi, {
  ...log,
  getEquipmentList,
  addEquipment,
  bindEquipment,
  unbindEquipment,
  resetEquipmentSecret,
  sendCommand,
  sendCommands,
  getCommandList,
  encodeCommand,
});
