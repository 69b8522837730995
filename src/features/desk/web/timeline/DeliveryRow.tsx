import { ChevronDown, ChevronRight, TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { notifyChannels } from '#shared/codes.ts';
import { fullTime, listTime } from '#web/data/format.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { type Delivery, deliveryState, summaryOf } from './deliveries.ts';
import { StepRow, type StepRowProps } from './StepRow.tsx';
import { rungTitle } from './stepText.ts';

function DeliveryItem({ delivery, zone }: { delivery: Delivery; zone: string }) {
  const { to, channel, state, reason, tries } = delivery;
  const at = delivery.readAt ?? delivery.deliveredAt ?? delivery.sentAt ?? delivery.at;
  return (
    <li className="flex items-center flex-wrap gap-x-2">
      <span>{to.name}</span>
      <span className="quiet">{notifyChannels[channel]}</span>
      <Badge tone={state === 'failed' ? 'urgent' : undefined} title={tries > 1 ? `已试 ${tries} 次` : undefined}>
        {deliveryState(delivery)}
      </Badge>
      <time className="quiet" dateTime={at} title={fullTime(at, zone)}>
        {listTime(at, undefined, zone)}
      </time>
      {reason !== null && <span className="quiet wrap-anywhere">{reason}</span>}
    </li>
  );
}

interface Props extends StepRowProps {
  deliveries: readonly Delivery[];
  /** Whether there may be more messages than are loaded. */
  cut: boolean;
}

/**
 * Step with messages: number and delivery states in one line, each message on demand. Failed messages are never folded.
 */
export function DeliveryRow({ deliveries, cut, ...row }: Props) {
  const [open, setOpen] = useState(false);
  const listId = useId();
  const { text, failed } = summaryOf(deliveries, cut);
  const rung = rungTitle(row.step);
  const Sign = open ? ChevronDown : ChevronRight;
  return (
    <StepRow
      {...row}
      title={rung === null ? undefined : `${rung}：`}
      urgent={failed !== null}
      below={
        open && (
          <ul id={listId} className="deliveries text-[13px] leading-5.5" aria-label={`${rung ?? '通知'}的每一条`}>
            {rung !== null && row.step.note !== null && <li className="text-text2 wrap-anywhere">{row.step.note}</li>}
            {deliveries.map((delivery) => (
              <DeliveryItem key={delivery.id} delivery={delivery} zone={row.zone} />
            ))}
          </ul>
        )
      }
    >
      <Button
        kind="link"
        className="delivery-fold text-[13px] text-left"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        onClick={() => setOpen(!open)}
      >
        {text}
        {failed !== null && (
          <>
            {text !== '' && ' · '}
            <b className="text-level1-text whitespace-nowrap">
              <TriangleAlert size={12} aria-hidden="true" /> {failed}
            </b>
          </>
        )}
        <Sign size={14} aria-hidden="true" />
      </Button>
    </StepRow>
  );
}
