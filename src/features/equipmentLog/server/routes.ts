import { logApi } from '#features/equipmentLog/contract.ts';
import { exporting } from '#features/export/server/service.ts';
import { handlers } from '#server/feature/handlers.ts';
import { decodeFrame } from './decode.ts';
import { getEquipmentLog, getEquipmentLogList } from './log.ts';
import { redecodeLog } from './redecode.ts';
import { getUnknownList } from './unknownList.ts';

export default handlers(logApi, {
  getEquipmentLogList,
  getEquipmentLog,
  getUnknownList,
  exportEquipmentLog: exporting(logApi.exportEquipmentLog),
  redecodeLog,
  decodeFrame,
});
