import { handlers } from '#server/feature/handlers.ts';
import { regionApi } from '#shared/contract/region.ts';
import { regions } from './service.ts';
import { streetsOf } from './streets.ts';

export default handlers(regionApi, {
  getRegionTree: async () => regions(),
  getRegionStreets: (_viewer, { code }) => streetsOf(code),
});
