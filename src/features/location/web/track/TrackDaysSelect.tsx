import { maxTrackDays } from '#features/location/contract.ts';
import { dayAfter } from '#shared/rule/calendar.ts';
import { daysText, readDays, type TrackDays, writeDays } from './trackDays.ts';

interface Props {
  days: TrackDays;
  today: string;
  onChange: (text: string) => void;
}

/** In the list: choose two dates. */
const dates = 'dates';

/** Chooses the days of a track: 今天, 昨天, the days before, the last seven, or dates. */
export function TrackDaysSelect({ days, today, onChange }: Props) {
  const value = writeDays(days, today);
  const week = `${dayAfter(today, 1 - maxTrackDays)}_${today}`;
  const single = Array.from({ length: maxTrackDays }, (_, i) => dayAfter(today, -i));
  const listed = [...single.map((day) => writeDays({ first: day, last: day }, today)), week];
  const isListed = listed.includes(value);
  const label = (text: string) => (text === week ? `近 ${maxTrackDays} 天` : daysText(readDays(text, today), today));
  const { first, last } = days;
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <select
        className="h-8 px-2 rounded-md border border-border bg-container text-[13px]"
        aria-label="哪一天的轨迹"
        value={isListed ? value : dates}
        onChange={({ target }) =>
          // Two days before today are in the list of none.
          onChange(target.value === dates ? `${dayAfter(today, -2)}_${dayAfter(today, -1)}` : target.value)
        }
      >
        {listed.map((text) => (
          <option key={text} value={text}>
            {label(text)}
          </option>
        ))}
        <option value={dates}>自选日期</option>
      </select>
      {!isListed && (
        <>
          <input
            type="date"
            className="h-8 px-1 rounded-md border border-border bg-container text-[13px]"
            aria-label="开始日期"
            value={first}
            max={today}
            onChange={({ target }) =>
              target.value && onChange(`${target.value}_${last < target.value ? target.value : last}`)
            }
          />
          <input
            type="date"
            className="h-8 px-1 rounded-md border border-border bg-container text-[13px]"
            aria-label="结束日期"
            title={`最长 ${maxTrackDays} 天`}
            value={last}
            min={first}
            max={[today, dayAfter(first, maxTrackDays - 1)].sort()[0]}
            onChange={({ target }) => target.value && onChange(`${first}_${target.value}`)}
          />
        </>
      )}
    </div>
  );
}
