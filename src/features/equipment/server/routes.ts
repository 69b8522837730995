import { equipmentApi } from '#features/equipment/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { bindEquipment, unbindEquipment } from './binding.ts';
import { decodeFrame } from './decode.ts';
import { encodeCommand } from './encodeCommand.ts';
import { getEquipmentList } from './list.ts';
import { addEquipment } from './register.ts';
import { resetEquipmentSecret } from './secret.ts';
import { getCommandList, sendCommand, sendCommands } from './sendCommand.ts';

export default handlers(equipmentApi, {
  getEquipmentList,
  addEquipment,
  bindEquipment,
  unbindEquipment,
  resetEquipmentSecret,
  decodeFrame,
  sendCommand,
  sendCommands,
  getCommandList,
  encodeCommand,
});
