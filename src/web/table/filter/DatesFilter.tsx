import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { toWall } from '#web/data/wallTime.ts';
import { datesWidth } from './filterWidth.ts';
import type { DatesOne, LazyFilterProps } from './LazyFilter.tsx';

/** Returns the picker's presets within the filter's maximum range. */
function presetsOf({ timed, maxDays = Number.POSITIVE_INFINITY }: DatesOne) {
  const now = toWall(new Date().toISOString());
  const lasting = (days: number): [Dayjs, Dayjs] => {
    const from = now.subtract(days - 1, 'day');
    return timed ? [from.startOf('day'), now.endOf('day')] : [from, now];
  };
  return [
    ...(timed ? [{ label: '近 1 小时', value: [now.subtract(1, 'hour'), now] as [Dayjs, Dayjs] }] : []),
    { label: '今天', value: lasting(1) },
    ...[7, 30].filter((days) => days <= maxDays).map((days) => ({ label: `近 ${days} 天`, value: lasting(days) })),
  ];
}

/** Filter by a range of days or minutes. */
export default function DatesFilter({ filter, values, onChange, initialAction }: LazyFilterProps<DatesOne>) {
  const { maxDays, timed } = filter;
  const from = values[filter.from];
  const to = values[filter.to];
  const last = to ? dayjs(to) : null;
  const unitLabel = timed ? '时间' : '日期';
  return (
    <DatePicker.RangePicker
      autoFocus={initialAction !== undefined}
      defaultOpen={initialAction === 'open'}
      className="filter-control"
      style={datesWidth(filter)}
      prefix={<span className="text-text3">{filter.label}</span>}
      aria-label={filter.label}
      placeholder={[`开始${unitLabel}`, `结束${unitLabel}`]}
      allowEmpty={[true, true]}
      format={timed ? 'MM-DD HH:mm' : 'YYYY-MM-DD'}
      showTime={timed ? { format: 'HH:mm' } : undefined}
      value={[from ? dayjs(from) : null, timed && !to?.includes('T') ? (last?.endOf('day') ?? null) : last]}
      disabledDate={(day, { from: first }) =>
        maxDays !== undefined && first !== undefined && Math.abs(day.diff(first, 'day')) >= maxDays
      }
      presets={presetsOf(filter)}
      onChange={(range) => {
        const [first, end] = range ?? [null, null];
        const text = (day: Dayjs | null | undefined) => day?.format(timed ? 'YYYY-MM-DDTHH:mm' : 'YYYY-MM-DD') ?? '';
        onChange({ [filter.from]: text(first), [filter.to]: text(end) }, 'now');
      }}
    />
  );
}
