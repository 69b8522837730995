import { useEffect, useRef } from 'react';
import { warnApi } from '#features/warn/contract.ts';
import type { CallResult } from '#shared/codes.ts';
import { toast } from '#web/message.tsx';
import { now } from '#web/now.ts';
import { call } from '#web/request.ts';
import { can } from '#web/session.ts';
import { leftOut } from './access.ts';
import { CallForm } from './CallForm.tsx';
import { CallItem } from './CallItem.tsx';
import { type CallNumber, type CallTarget, callTargets, nextTarget } from './callOrder.ts';
import { callInput, dialled, type RunningCall } from './runningCall.ts';
import type { WarnDetail } from './types.ts';
import type { RunAction } from './useAction.ts';
import type { useDraft } from './useDraft.ts';

interface Props {
  detail: WarnDetail;
  disabled: boolean;
  why: string | null;
  run: RunAction;
  /** The call on the line, kept as a draft by the case. */
  line: ReturnType<typeof useDraft<RunningCall | null>>;
}

/**
 * After a call is on record the focus goes on to the next one, so that Enter dials it; once more when the fresh detail
 * says who that is, unless the person has gone elsewhere meanwhile.
 */
function useFocusNext(onLine: boolean, callsMade: number) {
  const list = useRef<HTMLElement>(null);
  const before = useRef({ onLine, callsMade });
  useEffect(() => {
    const ended = before.current.onLine && !onLine;
    const recorded = before.current.callsMade !== callsMade && !onLine;
    before.current = { onLine, callsMade };
    const here = document.activeElement === document.body || list.current?.contains(document.activeElement);
    if ((ended || recorded) && here) list.current?.querySelector<HTMLElement>('a[data-next-call]')?.focus();
  }, [onLine, callsMade]);
  return list;
}

/** Everyone to be called, in order; one call at a time, written down while it runs. */
export function CallList({ detail, disabled, why, run, line }: Props) {
  const [running, setRunning, dropRunning] = line;
  const targets = callTargets(detail);
  const callsMade = targets.reduce((sum, target) => sum + target.calls.length, 0);
  const list = useFocusNext(running !== null, callsMade);
  const next = nextTarget(targets, running?.key ?? null);

  const dial = (target: CallTarget, number: CallNumber) => {
    if (running !== null && running.key !== target.key) toast.info(`先保存与 ${running.name} 的通话`);
    else setRunning(dialled(target, number, now()));
  };
  const save = async (result: CallResult) => {
    if (running === null) return;
    const ended = { ...running, endedAt: running.endedAt ?? now() };
    if (await run(() => call(warnApi.addWarnCall, callInput(detail.id, ended, result, now())))) dropRunning();
  };

  return (
    <section ref={list} className="calls" aria-label="呼叫">
      <h3 className="section-head">
        呼叫 <small>按顺序</small>
        {next !== null && !disabled && (
          <span className="quiet">
            拨打下一位 <kbd>F4</kbd>
          </span>
        )}
      </h3>
      {targets.length === 0 && (
        <p className="desk-none">
          {detail.customer === null && detail.customerId !== null ? leftOut(can('warn:claim')) : '没有可拨的号码'}
        </p>
      )}
      <ul>
        {targets.map((target) => (
          <CallItem
            key={target.key}
            target={target}
            isNext={target.key === next?.key}
            onLine={target.key === running?.key}
            ended={running?.endedAt != null}
            disabled={disabled}
            why={why}
            onDial={(number) => dial(target, number)}
            onHangUp={() => running !== null && setRunning({ ...running, endedAt: now() })}
          >
            {running !== null && target.key === running.key && (
              <CallForm
                key={running.startedAt}
                running={running}
                onChange={setRunning}
                onSave={save}
                onDiscard={dropRunning}
              />
            )}
          </CallItem>
        ))}
      </ul>
    </section>
  );
}
