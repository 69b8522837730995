import { pushApi } from '#features/push/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import * as service from './service.ts';

export default handlers(pushApi, {
  getPushSourceList: service.getPushSourceList,
  editPushSource: service.editPushSource,
});
