import { Radio } from 'antd';
import type { WarnDetail } from '#features/warn/web/service.ts';
import { warnResults } from '#web/data/codeLabels.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import type { ControlProps, Field } from '#web/form/types.ts';

interface Choice {
  value: string | number | boolean;
  label: string;
  /** Why the server would refuse the choice now. */
  reason: string | null;
}

/** Radio buttons; refused choices are disabled, with the reason below. */
function Choices({ value, onChange, disabled, attributes: { id, ...aria }, label, choices }: Props) {
  const refused = [...Map.groupBy(choices, ({ reason }) => reason)].filter(([reason]) => reason !== null);
  const describedBy = [aria['aria-describedby'], `${id}-why`].filter(Boolean).join(' ');
  return (
    <div className="flex flex-col gap-1">
      <Radio.Group
        id={id}
        {...aria}
        aria-describedby={describedBy}
        aria-label={label}
        name={id}
        value={value}
        disabled={disabled}
        options={choices.map((choice) => ({
          value: choice.value,
          label: choice.label,
          disabled: choice.reason !== null,
          className: choice.reason === null ? undefined : 'choice-refused',
        }))}
        onChange={(event) => onChange(event.target.value)}
      />
      <div id={`${id}-why`} className="text-xs leading-4.5 text-text2">
        {refused.map(([reason, group]) => (
          <p key={reason} className="min-w-0">
            <b>{group.map((choice) => choice.label).join('、')}</b> 不能选：{reason}
          </p>
        ))}
      </div>
    </div>
  );
}
type Props = ControlProps & { label: string; choices: readonly Choice[] };

function custom<K extends string>(field: K, label: string, choices: readonly Choice[]): Field<K> {
  const control = (props: ControlProps) => <Choices {...props} label={label} choices={choices} />;
  return { field, label, kind: 'custom', wide: true, control };
}

/** Returns the field 处置结果; each refused result shows what is missing. */
export function resultField({ refused }: Pick<WarnDetail, 'refused'>): Field<'result'> {
  const reasons = new Map<string | number, string>(refused.results.map((refusal) => [refusal.result, refusal.why]));
  const choices = optionsOf(warnResults).map((option) => ({ ...option, reason: reasons.get(option.value) ?? null }));
  return custom('result', '处置结果', choices);
}

/** Returns the field 告知家属; 已告知 is enabled only if the record supports it. */
export function familyField({ refused }: Pick<WarnDetail, 'refused'>): Field<'familyTold'> {
  return custom('familyTold', '告知家属', [
    { value: true, label: '已告知', reason: refused.familyTold },
    { value: false, label: '未告知', reason: null },
  ]);
}
