import { notifyChannels, notifyEvents } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { fullTime, listTime } from '#web/data/format.ts';
import type { ColumnOf } from '#web/table/types.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { type notificationApi, notificationStates, receiverKinds } from '../contract.ts';

export type NotificationRow = OutputOf<typeof notificationApi.getNotificationList>;

const tones = { queued: 'info', sent: 'info', delivered: undefined, read: undefined, failed: 'urgent' } as const;

function when(at: string | null) {
  if (at === null) return null;
  return (
    <time dateTime={at} title={fullTime(at)}>
      {listTime(at)}
    </time>
  );
}

/** Columns with one row per message; 已读 is part of the state, its time is shown on demand. */
export const columns: ColumnOf<typeof notificationApi.getNotificationList>[] = [
  { key: 'at', title: '时间', width: 108, fixed: 'left', sort: true, render: ({ at }) => when(at) },
  {
    key: 'title',
    title: '告警',
    width: 216,
    render: ({ title, warnId }) => (warnId ? <a href={`#/warn/sos?id=${warnId}`}>{title}</a> : title),
  },
  { key: 'event', title: '事件', width: 88, render: ({ event }) => notifyEvents[event] },
  {
    key: 'to',
    title: '收信人',
    width: 128,
    render: ({ to }) => (
      <>
        {to.name} <span className="quiet">{receiverKinds[to.kind]}</span>
      </>
    ),
  },
  { key: 'channel', title: '渠道', width: 88, render: ({ channel }) => notifyChannels[channel] },
  {
    key: 'state',
    title: '状态',
    width: 80,
    render: ({ state }) => <Badge tone={tones[state]}>{notificationStates[state]}</Badge>,
  },
  { key: 'tries', title: '次数', width: 60, align: 'right' },
  { key: 'reason', title: '原因', width: 144 },
  { key: 'sentAt', title: '发送', width: 108, hidden: true, render: ({ sentAt }) => when(sentAt) },
  { key: 'deliveredAt', title: '送达', width: 108, render: ({ deliveredAt }) => when(deliveredAt) },
  { key: 'readAt', title: '已读', width: 108, hidden: true, render: ({ readAt }) => when(readAt) },
  { key: 'answer', title: '答复', width: 96 },
];
