import { openApi } from '#features/open/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { getOpenDevice, getOpenInfo } from './open.ts';

export default handlers(openApi, { getOpenInfo, getOpenDevice });
