import { locationApi } from '#features/location/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { locateCustomer } from './locate.ts';
import { getPlaceList } from './place/list.ts';
import { getPlaceMap } from './place/map.ts';
import { getPlace } from './place/person.ts';

export default handlers(
  locationApi,
  { getPlaceList, getPlaceMap, getPlace, locateCustomer },
  { report: ['getPlaceMap'] },
);
