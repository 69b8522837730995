import type { WarnDetail } from '#features/warn/web/service.ts';
import { notifyChannels } from '#shared/codes.ts';
import { can } from '#web/api/session.ts';
import { fullTime, listTime } from '#web/data/format.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { deliveryState } from './deliveries.ts';
import { recipientsOf } from './recipients.ts';

type Message = WarnDetail['notifications'][number];

const tones = { queued: 'info', sent: 'info', delivered: undefined, read: undefined, failed: 'urgent' } as const;

/** Channel and delivery state of one message. */
function DeliveryStatus({ message, zone }: { message: Message; zone: string }) {
  const { channel, state, reason, tries } = message;
  const at = message.readAt ?? message.deliveredAt ?? message.sentAt ?? message.at;
  return (
    <span className="told-way" title={[reason, tries > 1 && `已试 ${tries} 次`].filter(Boolean).join('，')}>
      <span className="quiet">{notifyChannels[channel]}</span>
      <Badge tone={tones[state]}>{deliveryState(message)}</Badge>
      <time className="quiet" dateTime={at} title={fullTime(at, zone)}>
        {listTime(at, undefined, zone)}
      </time>
      {(state === 'failed' || state === 'queued') && reason !== null && (
        <span className="quiet truncate">{reason}</span>
      )}
    </span>
  );
}

/** 通知: recipients of the warn outside this page, with channel and delivery state of each message. */
export function NotificationList({ detail }: { detail: WarnDetail }) {
  if (detail.notifications.length === 0) return null;
  return (
    <section className="px-4 py-2.5 border-b border-line" aria-label="通知">
      <h3 className="title-line">
        通知 <small className="text-[13px]">谁收到、到哪一步</small>
        {can('notification:list') && (
          <a className="ml-auto font-normal text-[13px]" href={`#/warn/sos/notification?warnId=${detail.id}`}>
            通知记录
          </a>
        )}
      </h3>
      <ul>
        {recipientsOf(detail.notifications).map(({ id, name, messages }) => (
          <li key={id} className="told text-[13px]">
            <b className="truncate" title={name}>
              {name}
            </b>
            <div>
              {messages.map((message) => (
                <DeliveryStatus key={message.id} message={message} zone={detail.timeZone} />
              ))}
              {[...new Set(messages.flatMap(({ answer }) => answer ?? []))].map((answer) => (
                <b key={answer} className="block wrap-anywhere">
                  {answer}
                </b>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
