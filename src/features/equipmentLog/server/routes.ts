import { exporting } from '#features/export/server/service.ts';
import { logApi } from '../contract.ts';
import { decodeFrame } from './decode.ts';
import { getEquipmentLog, getEquipmentLogList } from './log.ts';
import { redecodeLog } from './redecode.ts';
import { getUnknownList } from './unknownList.ts';

/** Routes of the calls about device messages. */
export const log = {
  getEquipmentLogList,
  getEquipmentLog,
  getUnknownList,
  exportEquipmentLog: exporting(logApi.exportEquipmentLog),
  redecodeLog,
  decodeFrame,
};
