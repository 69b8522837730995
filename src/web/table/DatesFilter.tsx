import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { datesWidth } from './filterWidth.ts';
import type { DatesOne, LaterFilterProps } from './LaterFilter.tsx';

/** The filter by a range of days. */
export default function DatesFilter({ filter, values, onChange, wanted }: LaterFilterProps<DatesOne>) {
  const from = values[filter.from];
  const to = values[filter.to];
  const { maxDays } = filter;
  return (
    <DatePicker.RangePicker
      autoFocus={wanted !== undefined}
      defaultOpen={wanted === 'open'}
      className="filter-control"
      style={datesWidth(filter)}
      prefix={<span className="faint">{filter.label}</span>}
      aria-label={filter.label}
      placeholder={['开始日期', '结束日期']}
      allowEmpty={[true, true]}
      value={[from ? dayjs(from) : null, to ? dayjs(to) : null]}
      disabledDate={(day, { from: first }) =>
        maxDays !== undefined && first !== undefined && Math.abs(day.diff(first, 'day')) >= maxDays
      }
      presets={[
        { label: '今天', value: [dayjs(), dayjs()] },
        { label: '近 7 天', value: [dayjs().subtract(6, 'day'), dayjs()] },
        { label: '近 30 天', value: [dayjs().subtract(29, 'day'), dayjs()] },
      ]}
      onChange={(range) => {
        const [first, last] = range ?? [null, null];
        const text = (day: dayjs.Dayjs | null | undefined) => day?.format('YYYY-MM-DD') ?? '';
        onChange({ [filter.from]: text(first), [filter.to]: text(last) }, 'now');
      }}
    />
  );
}
