import { viewApi } from '#features/view/contract.ts';
import { handlers } from '#server/handlers.ts';
import * as service from './service.ts';

export default handlers(viewApi, { getListSetting: service.getListSetting, saveListSetting: service.saveListSetting });
