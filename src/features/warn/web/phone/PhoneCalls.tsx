import { Phone, PhoneOff } from 'lucide-react';
import { warnApi } from '#features/warn/contract.ts';
import type { CallResult } from '#shared/codes.ts';
import { spacedPhone } from '#web/format.ts';
import { toast } from '#web/message.tsx';
import { now } from '#web/now.ts';
import { call } from '#web/request.ts';
import { callResults, relations } from '#web/words.ts';
import { CallForm } from '../desk/CallForm.tsx';
import { type CallTarget, callTargets, nextTarget, wasReached } from '../desk/callOrder.ts';
import { callInput, dialled, type RunningCall, telLink } from '../desk/runningCall.ts';
import { callLength } from '../desk/stepText.ts';
import type { WarnDetail } from '../desk/types.ts';
import type { RunAction } from '../desk/useAction.ts';
import { useDraft } from '../desk/useDraft.ts';

interface Props {
  detail: WarnDetail;
  disabled: boolean;
  run: RunAction;
}

/** Everyone to be called, in order, with a circle for the thumb that dials; the call is written down while it runs. */
export function PhoneCalls({ detail, disabled, run }: Props) {
  const [running, setRunning, dropRunning] = useDraft<RunningCall | null>(`call:${detail.id}`, null);
  const targets = callTargets(detail);
  const next = nextTarget(targets, running?.key ?? null);
  const dial = (target: CallTarget) => {
    const number = target.numbers[0];
    if (running !== null && running.key !== target.key) toast.info(`先保存与 ${running.name} 的通话`);
    else if (number && !disabled) setRunning(dialled(target, number, now()));
  };
  const save = async (result: CallResult) => {
    if (running === null) return;
    const ended = { ...running, endedAt: running.endedAt ?? now() };
    if (await run(() => call(warnApi.addWarnCall, callInput(detail.id, ended, result, now())))) dropRunning();
  };
  return (
    <ul className="phone-calls" aria-label="呼叫">
      {targets.map((target) => {
        const onLine = target.key === running?.key;
        return (
          <li key={target.key} className={onLine ? 'on' : undefined}>
            <span className="call-sign" aria-hidden="true">
              {target.sign}
            </span>
            <Who target={target} />
            {onLine && running?.endedAt === null ? (
              <button
                type="button"
                className="call-circle end"
                aria-label="挂断"
                onClick={() => setRunning({ ...running, endedAt: now() })}
              >
                <PhoneOff size={20} aria-hidden="true" />
              </button>
            ) : (
              <Circle target={target} isNext={target.key === next?.key} onDial={() => dial(target)} />
            )}
            {onLine && running !== null && (
              <CallForm
                key={running.startedAt}
                running={running}
                onChange={setRunning}
                onSave={save}
                onDiscard={dropRunning}
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
      <span className="line">
        {target.numbers[0] ? spacedPhone(target.numbers[0].phone) : '没有号码'}
        {last && (
          <em className={wasReached(last.result) ? 'reached' : 'missed'}>
            {' · '}
            {callResults[last.result]} {last.seconds ? callLength(last.seconds) : ''}
          </em>
        )}
      </span>
    </p>
  );
}

function Circle({ target, isNext, onDial }: { target: CallTarget; isNext: boolean; onDial: () => void }) {
  const number = target.numbers[0];
  if (!number) return null;
  return (
    <a
      className={isNext ? 'call-circle next' : 'call-circle'}
      href={telLink(number.phone)}
      onClick={onDial}
      aria-label={`拨打 ${target.name} ${number.phone}`}
    >
      <Phone size={20} aria-hidden="true" />
    </a>
  );
}
