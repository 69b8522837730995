import { InputNumber } from 'antd';
import type { Numbers } from './draft.ts';

export interface NumbersProps {
  numbers: Numbers;
  /** Those of the rule in force, if it is of this kind. */
  stored: Numbers | undefined;
  onChange: (patch: Numbers) => void;
  problemOf: (...fields: string[]) => string | undefined;
  disabled: boolean;
}

interface Props extends NumbersProps {
  name: string;
  title: string;
  unit?: string;
  /** It may have digits after the point. */
  fraction?: boolean;
  /** What holds while it is empty. */
  placeholder?: string;
  /** Another choice is in force. */
  off?: boolean;
}

/** A figure of the definition within its sentence, with what it is in the rule in force. */
export function NumberField({
  name,
  title,
  unit,
  fraction = false,
  placeholder,
  off = false,
  numbers,
  stored,
  onChange,
  problemOf,
  disabled,
}: Props) {
  const value = numbers[name];
  const former = stored?.[name];
  return (
    <span className="inline-flex items-center gap-2">
      <InputNumber
        className="rule-number"
        id={`rule-${name}`}
        aria-label={title}
        value={value ?? null}
        {...(!fraction && { precision: 0 })}
        {...(placeholder && { placeholder })}
        controls={false}
        changeOnWheel={false}
        disabled={disabled || off}
        {...(!off && problemOf(`definition.${name}`) && { status: 'error' as const })}
        onChange={(next) => onChange({ [name]: next ?? undefined })}
      />
      {unit && <span className="whitespace-nowrap">{unit}</span>}
      {!off && former !== undefined && former !== value && (
        <span className="rule-former text-xs whitespace-nowrap">原 {former}</span>
      )}
    </span>
  );
}
