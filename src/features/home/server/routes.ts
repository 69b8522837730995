import { homeApi } from '#features/home/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import * as service from './cards.ts';
import { getHomeNotice, getHomeShift } from './duty.ts';
import { getHome } from './home.ts';

export default handlers(homeApi, {
  getHome,
  getHomeOffline: service.getHomeOffline,
  getHomeSeat: service.getHomeSeat,
  getHomeSetup: service.getHomeSetup,
  getHomeShift,
  getHomeNotice,
});
