import { Phone, PhoneOff } from 'lucide-react';
import type { RunAction, WarnDetail } from '#features/warn/web/service.ts';
import { useSession } from '#web/api/session.ts';
import { callResults, relations } from '#web/data/codeLabels.ts';
import { spacedPhone } from '#web/data/format.ts';
import { CallForm } from './CallForm.tsx';
import { type CallNumber, type CallTarget, callLength, callTargets, nextTarget, wasReached } from './callOrder.ts';
import { telLink } from './runningCall.ts';
import { usePhoneCall } from './usePhoneCall.ts';

interface Props {
  detail: WarnDetail;
  disabled: boolean;
  run: RunAction;
}

/** Customer and contacts to call, in order, with a dial button for the thumb; a call is recorded from the dial on. */
export function PhoneCalls({ detail, disabled, run }: Props) {
  const line = usePhoneCall(detail, useSession().user?.id ?? null, run);
  const { running } = line;
  const targets = callTargets(detail);
  const next = nextTarget(targets, running?.key ?? null);
  return (
    <ul className="phone-calls border-t border-line bg-container" aria-label="呼叫">
      {targets.map((target) => {
        const onLine = target.key === running?.key;
        return (
          <li
            key={target.key}
            className={`${onLine ? 'bg-primary-bg ' : ''}grid items-center gap-3 px-4 py-1.5 border-b border-line`}
          >
            <span
              className="call-sign grid place-items-center rounded-full flex-none text-[13px] text-text2"
              aria-hidden="true"
            >
              {target.sign}
            </span>
            <Who target={target} />
            {onLine && running?.endedAt === null ? (
              <button
                type="button"
                className="call-circle grid h-12 place-items-center rounded-full bg-container text-primary-text end"
                aria-label="挂断"
                onClick={line.hangUp}
              >
                <PhoneOff size={20} aria-hidden="true" />
              </button>
            ) : (
              <Circle
                target={target}
                isNext={target.key === next?.key}
                onDial={(number) => !disabled && line.dial(target, number)}
              />
            )}
            {onLine && running !== null && (
              <CallForm
                key={running.startedAt}
                running={running}
                active={false}
                ended={running.endedAt !== null}
                onChange={line.change}
                onSave={line.save}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Who({ target }: { target: CallTarget }) {
  const relation = (relations as Record<string, string>)[target.relation] ?? target.relation;
  const last = target.calls.at(-1);
  return (
    <p>
      <b>{target.name}</b>{' '}
      <span className="quiet">
        {relation}
        {target.hasKey && ' 有钥匙'}
      </span>
      <span className="block text-text2">
        {target.numbers[0] ? spacedPhone(target.numbers[0].phone) : (target.hidden ?? '没有号码')}
        {last && (
          <em className={`not-italic text-[13px] ${wasReached(last.result) ? 'text-success' : 'text-level2-text'}`}>
            {' · '}
            {last.result === null ? '拨出中' : callResults[last.result]} {last.seconds ? callLength(last.seconds) : ''}
          </em>
        )}
      </span>
    </p>
  );
}

function Circle({
  target,
  isNext,
  onDial,
}: {
  target: CallTarget;
  isNext: boolean;
  onDial: (number: CallNumber) => boolean;
}) {
  const number = target.numbers[0];
  if (!number) return null;
  return (
    <a
      className={
        isNext
          ? 'call-circle grid h-12 place-items-center rounded-full bg-container text-primary-text next'
          : 'call-circle grid h-12 place-items-center rounded-full bg-container text-primary-text'
      }
      href={telLink(number.phone)}
      onClick={(event) => !onDial(number) && event.preventDefault()}
      aria-label={`拨打 ${target.name} ${number.phone}`}
    >
      <Phone size={20} aria-hidden="true" />
    </a>
  );
}
