import { dayAfter } from '#shared/rule/calendar.ts';
import { type Panel, reachOf, runsOf, type Series, type Step, stepLength } from '../series.ts';
import { clockOf } from '../timeAxis.ts';

/** A span without data, ms: from when a value was due to the next value. */
export interface Gap {
  from: number;
  to: number;
}

/** Number of gaps that a sentence names. */
const named = 3;

/** Returns the gaps between the first and the last valid value of a series. */
export function gapsOf(series: Pick<Series, 'points' | 'every'>, step: Step): Gap[] {
  const runs = runsOf(series, step);
  const half = stepLength[step] / 2;
  const due = reachOf(series, step) ?? 0;
  return runs.slice(1).flatMap((run, index) => {
    const before = runs[index]?.at(-1);
    const after = run[0];
    return before && after ? [{ from: before.at - half + due, to: after.at - half }] : [];
  });
}

/**
 * Names the gaps that all series of a panel share: 「11-02、11-03 无数据，按缺口显示」; nothing without gaps.
 * @param day the only day of the chart, YYYY-MM-DD, which no gap repeats
 */
export function gapText({ series }: Pick<Panel, 'series'>, step: Step, zone: string, day?: string): string {
  const [first = [], ...others] = series.map((each) => gapsOf(each, step));
  const common = first.filter((gap) => others.every((list) => list.some((each) => overlap(each, gap))));
  if (common.length === 0) return '';
  const shown = common.slice(0, named);
  const texts = shown.map((gap, index) => spanText(gap, zone, dateOf(shown[index - 1]?.to, zone) ?? day));
  const rest = common.length > named ? `等 ${common.length} 处` : '';
  return `${texts.join('、')}${rest} 无数据，按缺口显示`;
}

function overlap(a: Gap, b: Gap): boolean {
  return a.from < b.to && b.from < a.to;
}

function dateOf(at: number | undefined, zone: string): string | undefined {
  return at === undefined ? undefined : clockOf(at, zone).slice(0, 10);
}

/**
 * Writes whole days as 11-02、11-03 or 11-02 至 11-08, a span within a day as 11-02 13:15–15:00.
 * @param day already named, YYYY-MM-DD
 */
function spanText({ from, to }: Gap, zone: string, day: string | undefined): string {
  const [start, end] = [clockOf(from, zone), clockOf(to, zone)];
  const [first, next] = [start.slice(0, 10), end.slice(0, 10)];
  const date = first === day ? '' : `${first.slice(5)} `;
  if (first === next) return `${date}${start.slice(11, 16)}–${end.slice(11, 16)}`;
  const whole = to - from >= 20 * 3_600_000;
  if (!whole) return `${date}${start.slice(11, 16)} 至 ${next.slice(5)} ${end.slice(11, 16)}`;
  const last = dayAfter(next, -1);
  if (first >= last) return first.slice(5);
  return dayAfter(first) === last ? `${first.slice(5)}、${last.slice(5)}` : `${first.slice(5)} 至 ${last.slice(5)}`;
}
