import { cmdLogApi } from '#features/cmdLog/contract.ts';
import { runExport } from '#features/export/server/service.ts';
import { handlers } from '#server/feature/handlers.ts';
import { getCmdLog, getCmdLogList } from './commands.ts';
import { cmdLogExporter } from './exporter.ts';
import { editLogRetention, getLogRetention, verifyCmdLog } from './keep.ts';
import { getLoginLogList, getScheduleLogList } from './otherLogs.ts';

export default handlers(cmdLogApi, {
  getCmdLogList,
  getCmdLog,
  exportCmdLog: (viewer, input) => runExport(viewer, cmdLogExporter, input),
  getLoginLogList,
  getScheduleLogList,
  verifyCmdLog,
  getLogRetention,
  editLogRetention,
});
