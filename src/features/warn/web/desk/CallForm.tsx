import { useEffect, useRef, useState } from 'react';
import { type CallResult, keysOf } from '#shared/codes.ts';
import { waiting } from '#web/format.ts';
import { useNow } from '#web/now.ts';
import { callResults } from '#web/words.ts';
import { callSeconds, type RunningCall } from './runningCall.ts';

const results = () => keysOf(callResults);

interface Props {
  running: RunningCall;
  onChange: (next: RunningCall) => void;
  onSave: (result: CallResult) => Promise<void>;
  onDiscard: () => void;
}

/** Running seconds and the state of the line. */
function Line({ running }: { running: RunningCall }) {
  const now = useNow(1000);
  const open = running.endedAt === null;
  return (
    <>
      <i className={open ? 'on-line' : 'off-line'} aria-hidden="true" />
      <span>{open ? '通话中' : '已挂断'}</span>
      <b>{waiting(callSeconds(running, now) * 1000)}</b>
    </>
  );
}

/** The call on the line: running seconds, result and what is said. Enter saves; without a result it asks for one first. */
export function CallForm({ running, onChange, onSave, onDiscard }: Props) {
  const note = useRef<HTMLInputElement>(null);
  const result = useRef<HTMLSelectElement>(null);
  const [asked, setAsked] = useState(false);
  const [saving, setSaving] = useState(false);
  useEffect(() => note.current?.focus(), []);

  const save = async () => {
    if (running.result === null) {
      setAsked(true);
      result.current?.focus();
      return;
    }
    if (saving) return;
    setSaving(true);
    await onSave(running.result);
    setSaving(false);
  };
  // A native list: its options are reached by their figure, with or without opening it.
  return (
    <form
      className="call-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className="call-state">
        <Line running={running} />
        <select
          ref={result}
          className="call-result"
          aria-label="通话结果"
          aria-invalid={asked && running.result === null}
          value={running.result ?? ''}
          onChange={(event) =>
            onChange({ ...running, result: results().find((each) => each === event.target.value) ?? null })
          }
          onKeyDown={(event) => event.key === 'Enter' && running.result !== null && void save()}
        >
          <option value="" disabled>
            通话结果
          </option>
          {results().map((each, index) => (
            <option key={each} value={each}>
              {index + 1} {callResults[each]}
            </option>
          ))}
        </select>
      </div>
      <div className="call-note">
        <input
          ref={note}
          aria-label={`与 ${running.name} 的通话记录`}
          placeholder="记下说了什么，Enter 保存"
          maxLength={500}
          value={running.note}
          onChange={(event) => onChange({ ...running, note: event.target.value })}
        />
        <button type="submit" className="button primary" disabled={saving}>
          保存
        </button>
        {running.endedAt !== null && running.note === '' && (
          <button type="button" className="button" onClick={onDiscard}>
            不记录
          </button>
        )}
      </div>
      {asked && running.result === null && (
        <p className="field-error" role="alert">
          先选通话结果：按 1–{results().length}，再按 Enter 保存
        </p>
      )}
    </form>
  );
}
