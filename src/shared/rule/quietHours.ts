import { Type } from '../typebox.ts';

/** Part of a day, `HH:mm` local time, end not included; it spans midnight if `from` is later than `to`. */
export interface QuietHours {
  from: string;
  to: string;
}

/** Maximum minutes per day: longer quiet hours would suppress too many notifications. */
const longest = 12 * 60;
const day = 24 * 60;

/** Returns stored quiet hours; null if there are none. */
export function hoursOf(from: string | null, to: string | null): QuietHours | null {
  return from === null || to === null ? null : { from, to };
}

const time = (title: string) =>
  Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', maxLength: 5, title, msg: `${title}请写作 22:00` });
export const QuietFrom = time('静默开始');
export const QuietTo = time('静默结束');

const minuteOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
/** Returns the minutes from one time of the day to the next occurrence of another. */
const onward = (from: number, to: number) => (((to - from) % day) + day) % day;

/** Returns the problem of a begin and an end together, with its field; null if they are valid. */
export function quietProblem(
  from: string | null | undefined,
  to: string | null | undefined,
): { field: 'quietFrom' | 'quietTo'; rule: string; msg: string } | null {
  if (!from && !to) return null;
  if (!from || !to)
    return { field: from ? 'quietTo' : 'quietFrom', rule: 'required', msg: '静默时段要填开始和结束，或都不填' };
  if (from === to) return { field: 'quietTo', rule: 'range', msg: '静默时段的开始和结束不能相同' };
  if (onward(minuteOf(from), minuteOf(to)) > longest)
    return { field: 'quietTo', rule: 'range', msg: '静默时段最长12小时' };
  return null;
}

/** Returns the minute of the day at an instant (ms) in a zone. */
function wallMinute(at: number, zone: string): number {
  const parts = { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return minuteOf(new Intl.DateTimeFormat('en-GB', parts).format(at));
}

/**
 * Returns when the quiet hours around `at` end, both in ms; null outside quiet hours. If a clock change of the zone
 * skips the end, they end at the next existing minute.
 */
export function quietUntil(at: number, { from, to }: QuietHours, zone: string): number | null {
  const [begin, end] = [minuteOf(from), minuteOf(to)];
  const isQuiet = (minute: number) => onward(begin, minute) < onward(begin, end);
  const minute = wallMinute(at, zone);
  if (!isQuiet(minute)) return null;
  const plain = Math.floor(at / 60_000) * 60_000 + onward(minute, end) * 60_000;
  const moved = onward(day / 2, end - wallMinute(plain, zone)) - day / 2;
  const mended = plain + moved * 60_000;
  return mended > at && !isQuiet(wallMinute(mended, zone)) ? mended : plain;
}
