/** Days (1 Monday to 7 Sunday) and hours of the clock, `HH:mm`; over midnight where `to` is not after `from`. */
export interface Hours {
  days: readonly number[];
  from: string;
  to: string;
}

const dayMinutes = 1440;
const weekMinutes = 7 * dayMinutes;

const minuteOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(zone: string): Intl.DateTimeFormat {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { ...timeParts, timeZone: zone });
  formats.set(zone, format);
  return format;
}
const timeParts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;

/** Clocks change on full quarters of an hour: the minute of the week is formatted once for each. */
const quarter = 15 * 60_000;
const quarters = new Map<string, Map<number, number>>();
/** Quarters of one zone that are cached: half a year. */
const maxQuarters = 20_000;

function quarterMinute(start: number, zone: string): number {
  const minutes = quarters.get(zone) ?? new Map<number, number>();
  quarters.set(zone, minutes);
  const cached = minutes.get(start);
  if (cached !== undefined) return cached;
  const [date = '', clock = ''] = formatIn(zone).format(start).split(' ');
  const weekday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
  const minute = weekday * dayMinutes + minuteOf(clock);
  if (minutes.size >= maxQuarters) minutes.clear();
  minutes.set(start, minute);
  return minute;
}

/** Returns the minute of the week (0 is Monday 00:00) that the clock shows in a zone at an instant (ms). */
export function weekMinute(at: number, zone: string): number {
  const start = Math.floor(at / quarter) * quarter;
  return (quarterMinute(start, zone) + Math.floor((at - start) / 60_000)) % weekMinutes;
}

/** Returns the spans of the week, in minutes from Monday 00:00; an end beyond the week belongs to its beginning. */
function spansOf(hours: readonly Hours[]): [from: number, to: number][] {
  return hours.flatMap(({ days, from, to }) =>
    days.map((day): [number, number] => {
      const start = (day - 1) * dayMinutes + minuteOf(from);
      const length = (minuteOf(to) - minuteOf(from) + dayMinutes) % dayMinutes;
      return [start, start + length];
    }),
  );
}

/** Whether an instant (ms) is within the hours by the clock of a zone; without hours it always is. */
export function isWithinHours(hours: readonly Hours[], at: number, zone: string): boolean {
  if (hours.length === 0) return true;
  const minute = weekMinute(at, zone);
  return spansOf(hours).some(
    ([from, to]) => (minute >= from && minute < to) || (minute + weekMinutes >= from && minute + weekMinutes < to),
  );
}

/** Returns `isWithinHours` for many instants of one zone: the week is computed once. */
export function hoursTest(hours: readonly Hours[], zone: string): (at: number) => boolean {
  if (hours.length === 0) return () => true;
  const week = new Uint8Array(weekMinutes);
  for (const [from, to] of spansOf(hours))
    for (let minute = from; minute < to; minute++) week[minute % weekMinutes] = 1;
  return (at) => week[weekMinute(at, zone)] === 1;
}

/**
 * Returns when the hours are to be looked at again, ms: where the clock next reaches one of their ends, within an hour
 * because the clock itself may be changed; null without hours.
 */
export function nextLook(hours: readonly Hours[], at: number, zone: string): number | null {
  if (hours.length === 0) return null;
  const minute = weekMinute(at, zone);
  const ends = spansOf(hours).flat();
  const ahead = ends.map((end) => (((end - minute - 1) % weekMinutes) + weekMinutes) % weekMinutes);
  return (Math.floor(at / 60_000) + 1 + Math.min(59, ...ahead)) * 60_000;
}
