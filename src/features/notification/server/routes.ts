import { notificationApi } from '#features/notification/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { getNotificationList } from './list.ts';
import { retryNotification } from './retry.ts';
import { getPushState, subscribePush, unsubscribePush } from './webPush.ts';

export default handlers(notificationApi, {
  getNotificationList,
  retryNotification,
  getPushState,
  subscribePush,
  unsubscribePush,
});
