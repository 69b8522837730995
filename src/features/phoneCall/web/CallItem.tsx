import { Phone, PhoneOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { CaseLinkButton } from '#features/caseLink/web/service.ts';
import { callResults, relations } from '#web/data/codeLabels.ts';
import { spacedPhone } from '#web/data/format.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { type CallNumber, type CallTarget, callLength, wasReached } from './callOrder.ts';
import { telLink } from './runningCall.ts';

function LastResult({ target }: { target: CallTarget }) {
  const last = target.calls.at(-1);
  if (!last) return null;
  if (last.result === null)
    return <span className="flex-none text-[13px] text-primary-text">拨出中{last.by && ` · ${last.by}`}</span>;
  const tone = last.result === 'ok' ? 'text-success' : wasReached(last.result) ? 'text-level2-text' : 'text-text3';
  const times = target.calls.length > 1 ? ` · 第 ${target.calls.length} 次` : '';
  return (
    <span className={`flex-none text-[13px] ${tone}`}>
      {callResults[last.result]}
      {last.seconds !== null && last.seconds > 0 ? ` ${callLength(last.seconds)}` : ''}
      {times}
    </span>
  );
}

interface Props {
  warnId: string;
  target: CallTarget;
  /** Whether this is the next contact: solid green, dialled by F4. */
  isNext: boolean;
  /** Whether this contact is on the line. */
  onLine: boolean;
  ended: boolean;
  disabled: boolean;
  reason: string | null;
  /** Returns false if the number must not be dialled now. */
  onDial: (number: CallNumber) => boolean;
  onHangUp: () => void;
  children?: ReactNode;
}

function relationLabel(relation: string): string {
  return (relations as Record<string, string>)[relation] ?? relation;
}

function DialButton({
  target,
  isNext,
  disabled,
  reason,
  onDial,
}: Pick<Props, 'target' | 'isNext' | 'disabled' | 'reason' | 'onDial'>) {
  const first = target.numbers[0];
  if (!first) return <span className="quiet">{target.hidden === null ? '没有号码' : target.hidden}</span>;
  if (disabled) {
    return (
      <Button className="flex-none gap-1.5 px-2.5" disabled title={reason ?? ''}>
        <Phone size={14} aria-hidden="true" />
        拨打
      </Button>
    );
  }
  return (
    <a
      className={`button${isNext ? ' primary' : ''} flex-none gap-1.5 px-2.5`}
      href={telLink(first.phone)}
      data-shown=""
      data-next-call={isNext || undefined}
      aria-label={`拨打 ${target.name} ${first.way} ${first.phone}`}
      onClick={(event) => !onDial(first) && event.preventDefault()}
    >
      <Phone size={14} aria-hidden="true" />
      拨打
    </a>
  );
}

function Numbers({ target, disabled, warnId, onDial }: Pick<Props, 'target' | 'disabled' | 'warnId' | 'onDial'>) {
  const [first, ...others] = target.numbers;
  const isCustomer = target.contactId === null;
  return (
    <p className="flex items-baseline gap-1.5 whitespace-nowrap text-[13px] overflow-hidden">
      {first && (!isCustomer || others.length === 0) && <span>{spacedPhone(first.phone)}</span>}
      {others.length > 0 && <span className="quiet overflow-hidden text-ellipsis">或拨</span>}
      {others.map((number) =>
        disabled ? (
          <span key={number.phone}>{number.way}</span>
        ) : (
          <a
            key={number.phone}
            href={telLink(number.phone)}
            data-shown=""
            title={spacedPhone(number.phone)}
            onClick={(event) => !onDial(number) && event.preventDefault()}
          >
            {number.way}
          </a>
        ),
      )}
      {target.address !== null && <span className="quiet overflow-hidden text-ellipsis">{target.address}</span>}
      {!disabled && target.contactId !== null && (
        <CaseLinkButton name={target.name} input={{ warnId, contactId: target.contactId }} />
      )}
    </p>
  );
}

/** Customer or contact to call, with the last result; contains the form of an active call. */
export function CallItem(props: Props) {
  const { target, isNext, onLine, ended, onHangUp, children } = props;
  return (
    <li className={onLine ? 'call on' : 'call'} aria-current={onLine ? 'true' : undefined}>
      <div className="flex items-center gap-2">
        <span
          className="call-sign grid place-items-center rounded-full flex-none text-xs text-text2"
          aria-hidden="true"
        >
          {target.sign}
        </span>
        <div className="call-who flex-1 min-w-0">
          <p className="flex items-baseline gap-1.5 whitespace-nowrap overflow-hidden">
            <b className="flex-none overflow-hidden text-ellipsis" title={target.name}>
              {target.name}
            </b>
            <span className="quiet min-w-0 overflow-hidden text-ellipsis text-[13px]">
              {relationLabel(target.relation)}
              {target.contactId === null && target.numbers[0] ? ` · ${target.numbers[0].way}` : ''}
            </span>
            {target.isGuardian && (
              <Badge tone="info" filled>
                监护人
              </Badge>
            )}
            {target.hasKey && <Badge filled>有钥匙</Badge>}
            {isNext && <span className="sr-only">下一位</span>}
          </p>
          <Numbers {...props} />
        </div>
        {!onLine && <LastResult target={target} />}
        {onLine && !ended && (
          <Button kind="urgent" className="flex-none gap-1.5 px-2.5" onClick={onHangUp}>
            <PhoneOff size={14} aria-hidden="true" />
            挂断
          </Button>
        )}
        {!onLine && <DialButton {...props} />}
      </div>
      {children}
    </li>
  );
}
