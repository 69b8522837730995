import { equipmentApi } from '#features/equipment/contract.ts';
import { exporting } from '#features/export/server/service.ts';
import { importing, templateFor } from '#features/import/server/service.ts';
import { handlers } from '#server/feature/handlers.ts';
import { addStockMove } from '#features/stock/server/addStockMove.ts';
import { bindEquipment, unbindEquipment } from '#features/binding/server/binding.ts';
import { getBindingList, getStateChangeList } from '#features/binding/server/bindingHistory.ts';
import { uploadBindingPhoto } from '#features/binding/server/bindingPhoto.ts';
import { getEquipmentChoice } from './choice.ts';
import { getEquipmentConfig } from '#features/equipmentCommand/server/config.ts';
import { deleteEquipment, editEquipment } from './edit.ts';
import { encodeCommand } from '#features/equipmentCommand/server/encodeCommand.ts';
import { getEquipmentCourse, getEquipmentData, getEquipmentLabel } from './equipmentPage.ts';
import { getEquipmentList } from './list/list.ts';
import { log } from '#features/equipmentLog/server/routes.ts';
import { moveEquipment } from './move.ts';
import { getEquipment } from './record.ts';
import { addEquipment } from './register.ts';
import { replaceEquipment } from '#features/binding/server/replace.ts';
import { resetEquipmentSecret } from './secret.ts';
import { getCommandChoice, getCommandList, sendCommand, sendCommands } from '#features/equipmentCommand/server/sendCommand.ts';
import { updateEquipmentState } from './stateChange.ts';
import { getStockList, getStockMoveList } from '#features/stock/server/stock.ts';
import { getEquipmentTest } from '#features/equipmentTest/server/testStatus.ts';
import { endEquipmentTest, startEquipmentTest } from '#features/equipmentTest/server/testWindow.ts';

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
