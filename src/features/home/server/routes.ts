import { homeApi } from '#features/home/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import * as service from './cards.ts';
import { getHomeNotice, getHomeShift, getHomeWatch } from './duty.ts';
import { getHomeWork } from './work.ts';

export default handlers(homeApi, {
  getHomeQueue: service.getHomeQueue,
  getHomeToday: service.getHomeToday,
  getHomeFollowUp: service.getHomeFollowUp,
  getHomeOffline: service.getHomeOffline,
  getHomeSeat: service.getHomeSeat,
  getHomeSetup: service.getHomeSetup,
  getHomeWork,
  getHomeShift,
  getHomeWatch,
  getHomeNotice,
});
