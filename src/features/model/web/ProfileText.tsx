import { Input } from 'antd';
import { useState } from 'react';
import type { ControlProps } from '#web/form/types.ts';

function parsed(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Editor of a profile as JSON; invalid JSON stays in the form as text, which its rule refuses. */
export function ProfileText({ value, onChange, disabled, attributes }: ControlProps) {
  const [typed, setTyped] = useState<string>();
  const initial = typeof value === 'string' ? value : JSON.stringify(value ?? {}, null, 2);
  const text = typed !== undefined && JSON.stringify(parsed(typed)) === JSON.stringify(value ?? {}) ? typed : initial;
  return (
    <Input.TextArea
      {...attributes}
      className="mono"
      autoSize={{ minRows: 2, maxRows: 8 }}
      value={text}
      disabled={disabled}
      spellCheck={false}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(parsed(target.value) ?? target.value);
      }}
    />
  );
}
