import { equipmentApi } from '#features/equipment/contract.ts';
import { exporting } from '#features/export/server/service.ts';
import { importing, templateFor } from '#features/import/server/service.ts';
import { handlers } from '#server/feature/handlers.ts';
import { addStockMove } from './addStockMove.ts';
import { bindEquipment, unbindEquipment } from './binding.ts';
import { getBindingList, getStateChangeList } from './bindingHistory.ts';
import { uploadBindingPhoto } from './bindingPhoto.ts';
import { getEquipmentChoice } from './choice.ts';
import { getEquipmentConfig } from './config.ts';
import { deleteEquipment, editEquipment } from './edit.ts';
import { encodeCommand } from './encodeCommand.ts';
import { getEquipmentCourse, getEquipmentData, getEquipmentLabel } from './equipmentPage.ts';
import { getEquipmentList } from './list.ts';
import { log } from './logRoutes.ts';
import { moveEquipment } from './move.ts';
import { getEquipment } from './record.ts';
import { addEquipment } from './register.ts';
import { replaceEquipment } from './replace.ts';
import { resetEquipmentSecret } from './secret.ts';
import { getCommandChoice, getCommandList, sendCommand, sendCommands } from './sendCommand.ts';
import { updateEquipmentState } from './stateChange.ts';
import { getStockList, getStockMoveList } from './stock.ts';
import { getEquipmentTest } from './testStatus.ts';
import { endEquipmentTest, startEquipmentTest } from './testWindow.ts';

export default handlers(equipmentApi, {
  ...log,
  getEquipmentList,
  getEquipment,
  getEquipmentChoice,
  getEquipmentLabel,
  getEquipmentCourse,
  getEquipmentData,
  addEquipment,
  editEquipment,
  deleteEquipment,
  moveEquipment,
  exportEquipment: exporting(equipmentApi.exportEquipment),
  importEquipment: importing(equipmentApi.importEquipment),
  getImportTemplate: templateFor(equipmentApi.importEquipment),
  bindEquipment,
  unbindEquipment,
  replaceEquipment,
  updateEquipmentState,
  getBindingList,
  getStateChangeList,
  uploadBindingPhoto,
  getStockList,
  getStockMoveList,
  addStockMove,
  startEquipmentTest,
  endEquipmentTest,
  getEquipmentTest,
  resetEquipmentSecret,
  sendCommand,
  sendCommands,
  getCommandChoice,
  getCommandList,
  getEquipmentConfig,
  encodeCommand,
});
