import { exporting } from '#features/export/server/service.ts';
import { pushApi } from '#features/push/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { getPushFigures, getPushLogList } from './log.ts';
import { ignorePush, replayPush } from './replay.ts';
import { editPushSource, getPushSourceList } from './sources.ts';
import { getPushVersionList, tryPushSource } from './tryPushSource.ts';

export default handlers(
  pushApi,
  {
    getPushLogList,
    exportPushLog: exporting(pushApi.exportPushLog),
    getPushFigures,
    replayPush,
    ignorePush,
    getPushSourceList,
    editPushSource,
    tryPushSource,
    getPushVersionList,
  },
  { report: ['getPushFigures'] },
);
