import { Checkbox, Input, InputNumber, Select } from 'antd';
import { useState } from 'react';
import type { FactValue } from '#shared/scale/definition.ts';
import type { DraftFact } from '../draft/draft.ts';

interface Props {
  fact: DraftFact;
  value: FactValue | undefined;
  onChange: (value: FactValue | undefined) => void;
}

/** Codes of diagnoses, typed with commas or spaces between them. */
function CodesInput({ fact, value, onChange }: Props) {
  const [text, setText] = useState(Array.isArray(value) ? value.join(' ') : '');
  return (
    <Input
      aria-label={fact.label}
      placeholder="如 F01 I10"
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        const codes = target.value.toUpperCase().match(/[A-Z]\d{2}(?:\.\d{1,2})?/g);
        onChange(codes ?? undefined);
      }}
    />
  );
}

function CountsInput({ fact, value, onChange }: Props) {
  const counts = typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, number>) : {};
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-1">
      {fact.options?.map(({ code, label }) => (
        <span key={code} className="inline-flex items-center gap-1">
          {label || code}
          <span className="scale-count">
            <InputNumber
              {...{ 'aria-label': `${fact.label} ${label}`, min: 0, max: 999, precision: 0, changeOnWheel: false }}
              value={counts[code] ?? null}
              onChange={(n) => {
                const { [code]: _former, ...rest } = counts;
                onChange(n === null ? rest : { ...rest, [code]: n });
              }}
            />
          </span>
        </span>
      ))}
    </span>
  );
}

function Control(props: Props) {
  const { fact, value, onChange } = props;
  const options = fact.options?.map(({ code, label }) => ({ value: code, label: label || code })) ?? [];
  switch (fact.kind) {
    case 'flag':
      return (
        <Checkbox checked={value === true} onChange={({ target }) => onChange(target.checked)}>
          有
        </Checkbox>
      );
    case 'number':
      return (
        <InputNumber
          {...{ 'aria-label': fact.label, changeOnWheel: false, controls: false }}
          value={typeof value === 'number' ? value : null}
          onChange={(n) => onChange(n ?? undefined)}
        />
      );
    case 'choice':
      return (
        <Select
          {...{ 'aria-label': fact.label, options, allowClear: true, placeholder: '请选择', className: 'w-48' }}
          value={typeof value === 'string' ? value : undefined}
          onChange={(code: string | undefined) => onChange(code)}
        />
      );
    case 'choices':
      return (
        <Select
          {...{ mode: 'multiple', 'aria-label': fact.label, options, placeholder: '请选择', className: 'w-full' }}
          value={Array.isArray(value) ? [...value] : []}
          onChange={(codes: string[]) => onChange(codes.length === 0 ? undefined : codes)}
        />
      );
    case 'counts':
      return <CountsInput {...props} />;
    default:
      return <CodesInput {...props} />;
  }
}

/** A fact of the try-out. */
export function TryFact(props: Props) {
  const { fact } = props;
  return (
    <div className="flex flex-col gap-1 px-4 py-2 border-b border-line text-[13px]" data-try={fact.key}>
      <span className="text-text2">{fact.label || fact.key}</span>
      <Control {...props} />
    </div>
  );
}
