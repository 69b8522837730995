import { commandApi } from '#features/equipmentCommand/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { getEquipmentConfig } from './config.ts';
import { encodeCommand } from './encodeCommand.ts';
import { getCommandChoice, getCommandList, sendCommand, sendCommands } from './sendCommand.ts';

export default handlers(commandApi, {
  sendCommand,
  sendCommands,
  getCommandChoice,
  getCommandList,
  getEquipmentConfig,
  encodeCommand,
});
