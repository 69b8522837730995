import { hasDemo } from '#features/department/server/service.ts';
import { handlers } from '#server/feature/handlers.ts';
import { mapApi } from '#shared/contract/map.ts';

export default handlers(mapApi, { getMapBase: async () => ({ demo: await hasDemo() }) });
