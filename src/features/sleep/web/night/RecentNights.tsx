import { scaleLinear } from 'd3-scale';
import { dayAfter } from '#shared/rule/calendar.ts';
import { clockOf } from '#web/chart/timeAxis.ts';
import { useWidth } from '#web/ui/useWidth.ts';
import { clockText, nightLink } from './format.ts';
import type { NightRecord } from './night.ts';

const shown = 14;
const left = 44;
const top = 6;
const height = 104;
const dayMinutes = 1440;

/** Returns the minutes after the noon before the day of waking, by the clock. */
function minuteOf(at: string, zone: string): number {
  const clock = clockOf(Date.parse(at), zone);
  const minutes = Number(clock.slice(11, 13)) * 60 + Number(clock.slice(14, 16));
  return (minutes + dayMinutes / 2) % dayMinutes;
}

const labelOfMinute = (minute: number) => `${String(((minute + 720) / 60) % 24).padStart(2, '0')}:00`;

/** Returns every second hour between two minutes. */
function linesOf(from: number, to: number): number[] {
  const lines: number[] = [];
  for (let minute = Math.ceil(from / 120) * 120; minute <= to; minute += 120) lines.push(minute);
  return lines;
}

/** The last 14 nights as bars of clock time; an exit is a gap of the bar, a missing night says so. */
export function RecentNights({ night }: { night: NightRecord }) {
  const [ref, width] = useWidth<HTMLDivElement>(760);
  const { zone, recent } = night;
  const days = Array.from({ length: shown }, (_, index) => dayAfter(night.night, index - shown + 1));
  const byDay = new Map(recent.map((one) => [one.night, one]));
  const endOf = (one: (typeof recent)[number]) =>
    one.bedTo === null ? dayMinutes : minuteOf(one.bedTo, zone) || dayMinutes;
  const starts = recent.map(({ bedFrom }) => minuteOf(bedFrom, zone));
  const y = scaleLinear([Math.min(...starts) - 20, Math.max(...recent.map(endOf)) + 20], [top, top + height]);
  const column = (width - left) / shown;
  const bar = Math.min(36, column * 0.64);
  const [first = 0, last = dayMinutes] = y.domain();
  return (
    <section className="night-recent border-t border-line" aria-label="近 14 夜">
      <p className="night-title">
        <b>近 14 夜</b> 条从上床到起床，缺口是离床
        {night.naps.length > 0 &&
          ` · 小睡 ${night.naps.map(({ from, to }) => `${clockText(from, zone)}–${clockText(to, zone)}`).join('、')}`}
      </p>
      <div ref={ref}>
        <svg className="plot night-nights" viewBox={`0 0 ${width} ${top + height + 38}`} aria-hidden="true">
          {linesOf(first, last).map((minute) => (
            <g key={minute}>
              <path d={`M${left} ${y(minute)}H${width}`} />
              <text x={left - 8} y={y(minute) + 4} textAnchor="end">
                {labelOfMinute(minute)}
              </text>
            </g>
          ))}
          <text x={left - 8} y={top + height + 32} textAnchor="end">
            离床
          </text>
          {days.map((day, index) => {
            const one = byDay.get(day);
            const middle = left + column * (index + 0.5);
            const isThis = day === night.night;
            return (
              <g key={day} className={isThis ? 'night-bar this' : 'night-bar'}>
                {one ? (
                  <rect
                    x={middle - bar / 2}
                    width={bar}
                    y={y(minuteOf(one.bedFrom, zone))}
                    height={Math.max(2, y(endOf(one)) - y(minuteOf(one.bedFrom, zone)))}
                    rx={3}
                  />
                ) : (
                  <text x={middle} y={top + height / 2} textAnchor="middle">
                    无数据
                  </text>
                )}
                {one?.exitList.map(({ from, to }) => (
                  <rect
                    key={from}
                    className="exit"
                    x={middle - bar / 2}
                    width={bar}
                    y={y(minuteOf(from, zone))}
                    height={Math.max(2, y(minuteOf(to, zone)) - y(minuteOf(from, zone)))}
                  />
                ))}
                <text className="day" x={middle} y={top + height + 16} textAnchor="middle">
                  {column < 40 ? day.slice(8) : day.slice(5)}
                </text>
                <text x={middle} y={top + height + 32} textAnchor="middle">
                  {one ? (column < 40 ? one.exits : `${one.exits} 次`) : ''}
                </text>
              </g>
            );
          })}
        </svg>
      </div>
      <ul className="sr-only" aria-label="近 14 夜的夜晚">
        {recent.map(({ id, night: day, bedFrom, bedTo, exits }) => (
          <li key={id}>
            <a href={nightLink(id)}>
              {day}，{clockText(bedFrom, zone)} 到 {clockText(bedTo, zone)}，离床 {exits} 次
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
