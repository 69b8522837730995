import { Input, Select } from 'antd';
import { FieldBox } from '#web/form/FieldBox.tsx';
import type { RuleDraft } from './draft.ts';

interface Props {
  draft: RuleDraft;
  onChange: (patch: Partial<RuleDraft>) => void;
  problemOf: (...fields: string[]) => string | undefined;
  disabled: boolean;
}

const night = { from: '22:00', to: '06:00' };
const kinds = [
  { value: 'day', label: '全天' },
  { value: 'hours', label: '限定时段' },
];

/** Returns a time that was typed short, 6 or 630, as a clock shows it; other texts unchanged. */
function clockOf(text: string): string {
  const [, hours = '', minutes = '00'] = /^(\d{1,2})[:：]?(\d{2})?$/.exec(text.trim()) ?? [];
  return hours === '' ? text : `${hours.padStart(2, '0')}:${minutes}`;
}

/** Hours of the project's clock in which a rule judges. */
export function HoursFields({ draft: { hours }, onChange, problemOf, disabled }: Props) {
  const set = (patch: Partial<typeof night>) => hours && onChange({ hours: { ...hours, ...patch } });
  const problem = problemOf('hours', 'hours.from', 'hours.to');
  return (
    <FieldBox field="hours" label="时段" problem={problem}>
      <Select
        aria-label="时段"
        value={hours ? 'hours' : 'day'}
        options={kinds}
        disabled={disabled}
        onChange={(value: string) => onChange({ hours: value === 'day' ? null : night })}
      />
      {hours && (
        <div className="flex items-center gap-2 text-[13px]">
          {(['from', 'to'] as const).map((side) => (
            <span key={side} className="inline-flex items-center gap-2">
              {side === 'to' && (hours.to < hours.from ? '到次日' : '到')}
              <Input
                className="rule-clock"
                aria-label={side === 'from' ? '开始' : '结束'}
                maxLength={5}
                value={hours[side]}
                disabled={disabled}
                {...(problem && { status: 'error' as const })}
                onChange={({ target }) => set({ [side]: target.value })}
                onBlur={() => set({ [side]: clockOf(hours[side]) })}
              />
            </span>
          ))}
        </div>
      )}
    </FieldBox>
  );
}
