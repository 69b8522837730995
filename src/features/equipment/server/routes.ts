import { equipmentApi } from '#features/equipment/contract.ts';
import { exporting } from '#features/export/server/service.ts';
import { importing, templateFor } from '#features/import/server/service.ts';
import { handlers } from '#server/feature/handlers.ts';
import { deleteEquipment, editEquipment } from './edit.ts';
import { getEquipmentChoice } from './list/choice.ts';
import { getEquipmentList } from './list/list.ts';
import { moveEquipment } from './move.ts';
import { getEquipmentCourse, getEquipmentData } from './readings.ts';
import { getEquipment } from './record.ts';
import { addEquipment } from './register.ts';
import { resetEquipmentSecret } from './secret.ts';
import { getStateChangeList, updateEquipmentState } from './stateChange.ts';

export default handlers(equipmentApi, {
  getEquipmentList,
  getEquipment,
  getEquipmentChoice,
  getEquipmentCourse,
  getEquipmentData,
  addEquipment,
  editEquipment,
  deleteEquipment,
  moveEquipment,
  exportEquipment: exporting(equipmentApi.exportEquipment),
  importEquipment: importing(equipmentApi.importEquipment),
  getImportTemplate: templateFor(equipmentApi.importEquipment),
  updateEquipmentState,
  getStateChangeList,
  resetEquipmentSecret,
});
