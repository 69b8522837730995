import { locationApi } from '#features/location/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { locateCustomer } from './locate.ts';
import { getPlaceList } from './place/list.ts';
import { getPlaceMap } from './place/map.ts';
import { getPlace } from './place/person.ts';
import { getAppList } from './responders.ts';
import { exportTrack } from './track/exportTrack.ts';
import { getTrack } from './track/track.ts';

export default handlers(
  locationApi,
  { getPlaceList, getPlaceMap, getPlace, locateCustomer, getTrack, exportTrack, getAppList },
  { report: ['getPlaceMap', 'getTrack', 'exportTrack'] },
);
