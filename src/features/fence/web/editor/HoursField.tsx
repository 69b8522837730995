import { Input } from 'antd';
import { X } from 'lucide-react';
import { FieldBox } from '#web/form/FieldBox.tsx';
import { FieldError } from '#web/message/FieldError.tsx';
import { Button } from '#web/ui/Button.tsx';
import { everyDay, type FenceWindow } from './draft.ts';

const dayNames = ['一', '二', '三', '四', '五', '六', '日'];
/** Returns a time that was typed short, 6 or 630, as a clock shows it; other texts unchanged. */
function clockOf(text: string): string {
  const [, hours = '', minutes = '00'] = /^(\d{1,2})[:：]?(\d{2})?$/.exec(text.trim()) ?? [];
  return hours === '' ? text : `${hours.padStart(2, '0')}:${minutes}`;
}

/** Windows of a fence, as the contract allows. */
const maxWindows = 10;

interface Props {
  windows: readonly FenceWindow[];
  onChange: (windows: FenceWindow[]) => void;
  problemOf: (...fields: string[]) => string | undefined;
  disabled: boolean;
}

interface WindowProps extends Pick<Props, 'problemOf' | 'disabled'> {
  window: FenceWindow;
  index: number;
  onChange: (window: FenceWindow) => void;
  onRemove: () => void;
}

function WindowRow({ window, index, onChange, onRemove, problemOf, disabled }: WindowProps) {
  const { days, from, to } = window;
  const toggle = (day: number) =>
    onChange({ ...window, days: everyDay.filter((other) => (other === day) !== days.includes(other)) });
  const problem = problemOf(`windows.${index}.days`, `windows.${index}.from`, `windows.${index}.to`);
  const isOvernight = to < from;
  return (
    <div className="flex flex-col gap-2">
      <fieldset className="fence-days grid grid-cols-7 gap-1" aria-label={`第 ${index + 1} 个时段的星期`}>
        {everyDay.map((day) => (
          <button
            key={day}
            type="button"
            className="h-7 rounded-md border border-border text-[13px]"
            aria-pressed={days.includes(day)}
            aria-label={`周${dayNames[day - 1]}`}
            disabled={disabled}
            onClick={() => toggle(day)}
          >
            {dayNames[day - 1]}
          </button>
        ))}
      </fieldset>
      <div className="flex items-center gap-2 text-[13px]">
        <Input
          className="w-20"
          maxLength={5}
          placeholder="06:00"
          onBlur={() => onChange({ ...window, from: clockOf(from), to: clockOf(to) })}
          aria-label={`第 ${index + 1} 个时段开始`}
          value={from}
          disabled={disabled}
          onChange={({ target }) => onChange({ ...window, from: target.value })}
        />
        到
        <Input
          className="w-20"
          maxLength={5}
          placeholder="06:00"
          onBlur={() => onChange({ ...window, from: clockOf(from), to: clockOf(to) })}
          aria-label={`第 ${index + 1} 个时段结束`}
          value={to}
          disabled={disabled}
          {...(problem && { status: 'error' })}
          onChange={({ target }) => onChange({ ...window, to: target.value })}
        />
        {isOvernight && <span className="text-xs text-text3">次日</span>}
        <Button
          kind="icon"
          size={24}
          className="ml-auto"
          aria-label={`去掉第 ${index + 1} 个时段`}
          disabled={disabled}
          onClick={onRemove}
        >
          <X size={14} aria-hidden />
        </Button>
      </div>
      {problem && (
        <div className="text-xs" role="alert">
          <FieldError>{problem}</FieldError>
        </div>
      )}
    </div>
  );
}

/** Hours in which a fence is in force; none: always. */
export function HoursField({ windows, onChange, problemOf, disabled }: Props) {
  const add = () => onChange([...windows, { days: everyDay, from: '06:00', to: '20:00' }]);
  return (
    <FieldBox
      field="windows"
      label="生效时段"
      note={windows.length === 0 ? '全天' : undefined}
      problem={problemOf('windows')}
    >
      {[...windows.entries()].map(([index, window]) => (
        <WindowRow
          key={index}
          {...{ window, index, problemOf, disabled }}
          onChange={(next) => onChange(windows.map((other, i) => (i === index ? next : other)))}
          onRemove={() => onChange(windows.filter((_, i) => i !== index))}
        />
      ))}
      {!disabled && windows.length < maxWindows && (
        <div>
          <Button kind="link" onClick={add}>
            {windows.length === 0 ? '限定时段' : '添加时段'}
          </Button>
        </div>
      )}
    </FieldBox>
  );
}
