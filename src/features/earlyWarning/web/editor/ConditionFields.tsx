import { InputNumber, Select } from 'antd';
import { X } from 'lucide-react';
import { joinedSigns } from '#shared/health/rule/definition.ts';
import { signTitle, signUnit } from '#shared/health/rule/sentence.ts';
import { FieldError } from '#web/message/FieldError.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Segments } from '#web/ui/Segments.tsx';
import type { DraftCondition, Side } from './draft.ts';

interface Props {
  conditions: readonly DraftCondition[];
  onChange: (conditions: DraftCondition[]) => void;
  problemOf: (...fields: string[]) => string | undefined;
  disabled: boolean;
}

const maxConditions = 3;
const options = joinedSigns.map((value) => ({ value, label: signTitle(value) }));
const sides: readonly { key: Side; label: string }[] = [
  { key: 'above', label: '高于' },
  { key: 'below', label: '低于' },
];

interface RowProps extends Pick<Props, 'problemOf' | 'disabled'> {
  condition: DraftCondition;
  index: number;
  onChange: (patch: Partial<DraftCondition>) => void;
  onRemove: (() => void) | undefined;
}

function ConditionRow({ condition, index, onChange, onRemove, problemOf, disabled }: RowProps) {
  const { metric, side, limit } = condition;
  const field = `definition.all.${index}`;
  const problem = problemOf(`${field}.metric`, `${field}.above`, `${field}.below`);
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center gap-2 text-[13px]">
        <Select
          className="rule-sign"
          aria-label={`第 ${index + 1} 个指标`}
          value={metric}
          options={options}
          disabled={disabled}
          onChange={(next: string) => onChange({ metric: next })}
        />
        <Segments
          label={`第 ${index + 1} 个方向`}
          segments={sides}
          value={side}
          onChange={(next) => !disabled && onChange({ side: next })}
        />
        <InputNumber
          className="rule-number"
          aria-label={`第 ${index + 1} 个界限`}
          value={limit ?? null}
          controls={false}
          changeOnWheel={false}
          disabled={disabled}
          {...(problem && { status: 'error' as const })}
          onChange={(next) => onChange({ limit: next ?? undefined })}
        />
        <span className="whitespace-nowrap">{signUnit(metric)}</span>
        {onRemove && (
          <Button
            kind="icon"
            size={24}
            className="ml-auto"
            aria-label={`去掉第 ${index + 1} 个指标`}
            onClick={onRemove}
          >
            <X size={14} aria-hidden />
          </Button>
        )}
      </div>
      {problem && (
        <div className="text-xs" role="alert">
          <FieldError>{problem}</FieldError>
        </div>
      )}
    </div>
  );
}

/** Two or three signs that must hold together. */
export function ConditionFields({ conditions, onChange, problemOf, disabled }: Props) {
  const unused = joinedSigns.find((sign) => conditions.every(({ metric }) => metric !== sign));
  const canRemove = !disabled && conditions.length > 2;
  return (
    <>
      {[...conditions.entries()].map(([index, condition]) => (
        <ConditionRow
          key={index}
          {...{ condition, index, problemOf, disabled }}
          onChange={(patch) => onChange(conditions.map((other, at) => (at === index ? { ...other, ...patch } : other)))}
          onRemove={canRemove ? () => onChange(conditions.filter((_, at) => at !== index)) : undefined}
        />
      ))}
      {!disabled && unused && conditions.length < maxConditions && (
        <div>
          <Button
            kind="link"
            onClick={() => onChange([...conditions, { metric: unused, side: 'above', limit: undefined }])}
          >
            添加指标
          </Button>
        </div>
      )}
    </>
  );
}
