import { Select } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { type CallResult, callResults, keysOf } from '#shared/codes.ts';
import { waiting } from '#web/format.ts';
import { useNow } from '#web/now.ts';
import { callSeconds, type RunningCall } from './runningCall.ts';

const options = keysOf(callResults).map((value, index) => ({ value, label: `${index + 1} ${callResults[value]}` }));

interface Props {
  running: RunningCall;
  onChange: (next: RunningCall) => void;
  onSave: (result: CallResult) => Promise<void>;
  onDiscard: () => void;
}

/** The call on the line: running seconds, result and what is said. Enter saves; without a result it asks for one first. */
export function CallForm({ running, onChange, onSave, onDiscard }: Props) {
  const now = useNow(1000);
  const note = useRef<HTMLInputElement>(null);
  const [asking, setAsking] = useState(false);
  const [saving, setSaving] = useState(false);
  useEffect(() => note.current?.focus(), []);

  const save = async () => {
    if (running.result === null) return setAsking(true);
    if (saving) return;
    setSaving(true);
    await onSave(running.result);
    setSaving(false);
  };
  const choose = (result: CallResult) => {
    onChange({ ...running, result });
    setAsking(false);
    note.current?.focus();
  };

  return (
    <form
      className="call-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className="call-state">
        <i className={running.endedAt === null ? 'on-line' : 'off-line'} aria-hidden="true" />
        <span>{running.endedAt === null ? '通话中' : '已挂断'}</span>
        <b>{waiting(callSeconds(running, now) * 1000)}</b>
        <Select<CallResult>
          className="call-result"
          aria-label="通话结果"
          placeholder="通话结果"
          status={asking ? 'error' : undefined}
          options={options}
          value={running.result ?? undefined}
          open={asking ? true : undefined}
          onOpenChange={(open) => !open && setAsking(false)}
          onChange={choose}
        />
      </div>
      <div className="call-note">
        <input
          ref={note}
          aria-label={`与 ${running.name} 的通话记录`}
          placeholder="记下说了什么，Enter 保存"
          maxLength={500}
          value={running.note}
          onChange={(event) => onChange({ ...running, note: event.target.value })}
          onKeyDown={(event) => {
            const pick = event.altKey ? keysOf(callResults)[Number(event.key) - 1] : undefined;
            if (pick) choose(pick);
          }}
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
      {asking && (
        <p className="field-error" role="alert">
          先选通话结果（Alt 1–{options.length}）
        </p>
      )}
    </form>
  );
}
