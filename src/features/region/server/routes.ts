import { handlers } from '#server/feature/handlers.ts';
import { regionApi } from '#shared/region.ts';
import { regions } from './service.ts';

export default handlers(regionApi, { getRegionTree: async () => regions() });
