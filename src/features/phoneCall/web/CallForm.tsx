import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type CallResult, keysOf } from '#shared/codes.ts';
import { now as serverNow, useNow } from '#web/core/now.ts';
import { useKeyless } from '#web/core/useMedia.ts';
import { callResults } from '#web/data/codeLabels.ts';
import { spacedPhone, waiting } from '#web/data/format.ts';
import { useHotkey } from '#web/screen/hotkeys.ts';
import { useDialMethod } from '#web/shell/dialMethod.ts';
import { Button } from '#web/ui/Button.tsx';
import { callSeconds, type RunningCall } from './runningCall.ts';

const results = keysOf(callResults);

interface Props {
  running: RunningCall;
  /** Whether the page is active without an overlay: digit keys then choose a result. */
  active: boolean;
  ended: boolean;
  onChange: (next: RunningCall) => void;
  onSave: (result: CallResult) => Promise<void>;
  /** Labels of the results; default: those of any call. */
  resultLabels?: Partial<Record<CallResult, string>>;
}

/** Returns the state of the line; only the operator can tell that the call was answered. */
function stateText({ answeredAt }: RunningCall, ended: boolean): string {
  if (ended) return '已挂断';
  return answeredAt === undefined ? '拨出中' : '通话中';
}

/** Running seconds and state of the line; large number if it is dialled by hand. */
function State({ running, ended, onChange }: Pick<Props, 'running' | 'ended' | 'onChange'>) {
  const now = useNow(1000);
  const byHand = useDialMethod() === 'phone';
  return (
    <div className="call-state gap-y-1 gap-x-2 mt-2 mb-2 flex items-center flex-wrap font-bold">
      <i className={ended ? 'off-line' : 'on-line'} aria-hidden="true" />
      <span>{stateText(running, ended)}</span>
      <b className="text-lg">{waiting(callSeconds(running, now) * 1000)}</b>
      {!ended && running.answeredAt === undefined && (
        <Button small onClick={() => onChange({ ...running, answeredAt: serverNow() })}>
          对方已接听
        </Button>
      )}
      {byHand && (
        <span className="call-by-hand font-normal">
          请用话机拨 <b className="text-[26px] whitespace-nowrap">{spacedPhone(running.phone)}</b>
        </span>
      )}
    </div>
  );
}

/** Form of the active call: its note, and a result by click or digit key, which records it. */
export function CallForm({ running, active, ended, onChange, onSave, resultLabels = callResults }: Props) {
  const choicesShown = results.filter((each) => resultLabels[each] !== undefined);
  const resultKeys = choicesShown.map((_, index) => String(index + 1));
  const [saving, setSaving] = useState(false);
  const choices = useRef<HTMLFieldSetElement>(null);
  const note = useRef<HTMLInputElement>(null);
  const keyless = useKeyless();
  // The note has the focus; Enter moves on to the results, because digits are text in the note.
  useEffect(() => note.current?.focus(), []);

  const choose = async (result: CallResult | undefined) => {
    if (result === undefined || saving) return;
    setSaving(true);
    await onSave(result);
    setSaving(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const index = resultKeys.indexOf(event.key);
    if (index < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    void choose(choicesShown[index]);
  };
  useHotkey(resultKeys, (event) => void choose(choicesShown[Number(event.key) - 1]), active);

  return (
    <div className="col-span-full">
      <State running={running} ended={ended} onChange={onChange} />
      <input
        ref={note}
        className="desk-input border border-edge rounded-md bg-container w-full h-9"
        aria-label={`与 ${running.name} 的通话记录`}
        placeholder={keyless ? '记下说了什么，再选结果' : '记下说了什么，Enter 后按数字选结果'}
        maxLength={500}
        value={running.note}
        onChange={(event) => onChange({ ...running, note: event.target.value })}
        onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && choices.current?.focus()}
      />
      <fieldset
        ref={choices}
        className="call-results rounded-sm flex flex-wrap min-w-0 gap-1.5 mt-2"
        aria-label="通话结果"
        aria-busy={saving}
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        {choicesShown.map((each, index) => (
          <Button className="text-[13px]" key={each} disabled={saving} onClick={() => void choose(each)}>
            <kbd>{index + 1}</kbd> {resultLabels[each]}
          </Button>
        ))}
      </fieldset>
    </div>
  );
}
