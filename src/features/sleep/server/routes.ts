import { exporting } from '#features/export/server/service.ts';
import { sleepApi } from '#features/sleep/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { noteNight, recomputeNight } from './night/change.ts';
import { getNight } from './night/getNight.ts';
import { getNightList } from './night/list.ts';
import { getSleepTrend } from './night/trend.ts';

export default handlers(sleepApi, {
  getNightList,
  exportNight: exporting(sleepApi.exportNight),
  getNight,
  recomputeNight,
  noteNight,
  getSleepTrend,
});
