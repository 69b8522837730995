import { useEffect, useRef } from 'react';
import { restrictedText, type WarnDetail } from '#features/warn/web/service.ts';
import { can } from '#web/api/session.ts';
import { CallForm } from './CallForm.tsx';
import { CallItem } from './CallItem.tsx';
import { callTargets, nextTarget } from './callOrder.ts';
import { DialMethodSelect } from './DialMethodSelect.tsx';
import type { PhoneCall } from './usePhoneCall.ts';

interface Props {
  detail: WarnDetail;
  disabled: boolean;
  reason: string | null;
  /** Active call. */
  line: PhoneCall;
  /** Whether the page is active without a dialog. */
  active: boolean;
}

/**
 * Moves the focus to the next contact once a call is recorded, so that Enter dials it; again when the fresh detail
 * arrives, unless the user has moved the focus.
 */
function useFocusNext(onLine: boolean, callsMade: number) {
  const list = useRef<HTMLElement>(null);
  const previous = useRef({ onLine, callsMade });
  useEffect(() => {
    const ended = previous.current.onLine && !onLine;
    const recorded = previous.current.callsMade !== callsMade && !onLine;
    previous.current = { onLine, callsMade };
    const hasFocus = document.activeElement === document.body || list.current?.contains(document.activeElement);
    if ((ended || recorded) && hasFocus) list.current?.querySelector<HTMLElement>('a[data-next-call]')?.focus();
  }, [onLine, callsMade]);
  return list;
}

/** Customer and contacts to call, in order; one call at a time, recorded from the dial on. */
export function CallList({ detail, disabled, reason, line, active }: Props) {
  const { running } = line;
  const targets = callTargets(detail);
  const callsMade = targets.reduce((sum, target) => sum + target.calls.length, 0);
  const list = useFocusNext(running !== null, callsMade);
  const next = nextTarget(targets, running?.key ?? null);

  return (
    <section ref={list} className="calls" aria-label="呼叫">
      <h3 className="title-line">
        呼叫 <small className="text-[13px]">按顺序</small>
        {!disabled && (
          <span className="quiet ml-auto text-[13px] inline-flex items-center gap-2">
            <DialMethodSelect />
            {next !== null && (
              <>
                拨打下一位 <kbd>F4</kbd>
              </>
            )}
          </span>
        )}
      </h3>
      {targets.length === 0 && (
        <p className="px-4 py-1 mb-1.5 text-text3">
          {detail.customer === null && detail.customerId !== null
            ? restrictedText(detail, can('warn:claim'))
            : '没有可拨的号码'}
        </p>
      )}
      <ul>
        {targets.map((target) => (
          <CallItem
            key={target.key}
            warnId={detail.id}
            target={target}
            isNext={target.key === next?.key}
            onLine={target.key === running?.key}
            ended={running?.endedAt != null}
            disabled={disabled}
            reason={reason}
            onDial={(number) => line.dial(target, number)}
            onHangUp={line.hangUp}
          >
            {running !== null && target.key === running.key && (
              <CallForm
                key={running.startedAt}
                running={running}
                active={active && !disabled}
                ended={running.endedAt !== null}
                onChange={line.change}
                onSave={line.save}
              />
            )}
          </CallItem>
        ))}
      </ul>
    </section>
  );
}
