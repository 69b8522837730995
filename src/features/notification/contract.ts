import { keysOf, notifyChannels, notifyEvents } from '#shared/codes.ts';
import { Id, Instant, list, nullable, post, span, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';
import { userPushApi } from './contract/push.ts';

/** Delivery state of a message (domain.md 7.5). */
export const notificationStates = {
  queued: '待发送',
  sent: '已发送',
  delivered: '已送达',
  read: '已读',
  failed: '失败',
} as const;

export const receiverKinds = {
  user: '工作人员',
  contact: '联系人',
  customer_user: '家属用户',
  responder: '到场人员',
  group: '群机器人',
} as const;

/** Maximum number of messages sent again at once. */
export const maxRetried = 200;

/** Maximum number of messages shown with a warn, the newest ones. */
export const maxPerWarn = 200;

const State = Type.Enum(keysOf(notificationStates), { title: '状态' });
const Event = Type.Enum(keysOf(notifyEvents), { title: '事件' });
const Channel = Type.Enum(keysOf(notifyChannels), { title: '渠道' });

/** One message to one recipient by one channel. */
export const Notification = strict({
  id: Id,
  at: Instant,
  event: Event,
  warnId: nullable(Id),
  /**
   * Rung, stall or dispatch of the warn that the message reports; with `event` it identifies the step. Empty without a
   * warn.
   */
  nth: Type.String(),
  /** Subject without any name: type and number of the warn. */
  title: Type.String(),
  /** Names of contacts are masked for viewers who may not see the customer unmasked. */
  to: strict({ kind: Type.Enum(keysOf(receiverKinds)), id: Id, name: Type.String() }),
  channel: Channel,
  state: State,
  tries: Type.Integer({ minimum: 0 }),
  reason: nullable(Type.String()),
  sentAt: nullable(Instant),
  deliveredAt: nullable(Instant),
  readAt: nullable(Instant),
  answer: nullable(Type.String()),
});

export const notificationApi = {
  ...userPushApi,
  /** Newest first; the last 30 days when neither a warn nor a time is given. */
  getNotificationList: list('/api/notification/getNotificationList', {
    title: '通知记录',
    permission: 'notification:list',
    filters: {
      warnId: Type.Optional(Id),
      customerUserId: Type.Optional(Id),
      userId: Type.Optional(Id),
      channel: Type.Optional(Type.Array(Channel, { maxItems: 9, title: '渠道' })),
      event: Type.Optional(Type.Array(Event, { maxItems: 10, title: '事件' })),
      state: Type.Optional(Type.Array(State, { maxItems: 5, title: '状态' })),
      ...span,
    },
    sort: ['at'],
    row: Notification,
  }),
  /** Sends failed messages once more; the others are skipped with the reason. */
  retryNotification: post('/api/notification/retryNotification', {
    title: '重发通知',
    permission: 'notification:retry',
    input: { ids: Type.Array(Id, { minItems: 1, maxItems: maxRetried, uniqueItems: true, title: '通知' }) },
    output: strict({ done: Type.Integer(), left: Type.Array(strict({ id: Id, reason: Type.String() })) }),
  }),
};

export const feature: Feature = {
  title: '通知记录',
  endpoints: notificationApi,
  screens: [
    {
      path: '/warn/sos/notification',
      title: '通知记录',
      icon: 'send',
      group: '值守',
      sort: 14,
      component: 'NotificationScreen',
      permission: { key: 'notification:list', title: '查看通知记录', roles: ['area', 'leader'] },
      buttons: [{ key: 'notification:retry', title: '重发通知', roles: ['area', 'leader'] }],
      hidden: true,
    },
  ],
};
