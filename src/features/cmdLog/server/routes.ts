import { cmdLogApi } from '#features/cmdLog/contract.ts';
import { runExport } from '#features/export/server/service.ts';
import { handlers } from '#server/feature/handlers.ts';
import { getCmdLog, getCmdLogList } from './commands.ts';
import { cmdLogExporter } from './exporter.ts';
import { getLoginLogList, getScheduleLogList } from './otherLogs.ts';
import { editLogRetention, getLogRetention, verifyCmdLog } from './retention.ts';

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
