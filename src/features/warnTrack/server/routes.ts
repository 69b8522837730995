import { warnTrackApi } from '#features/warnTrack/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { getWarnTrack, locateWarn } from './locate.ts';

export default handlers(
  warnTrackApi,
  {
    getWarnTrack,
    locateWarn,
  },
  { alarm: ['getWarnTrack', 'locateWarn'] },
);
