import { instantAt } from '#shared/place/wallClock.ts';
import { dayAfter } from '#shared/rule/calendar.ts';
import { fullTime } from '#web/data/format.ts';

/** A label of a time axis; instants in ms. */
export interface TimeTick {
  at: number;
  label: string;
  /** Place of the label: the tick itself, or the middle of a day or month. */
  labelAt: number;
  /** A midnight among hours. */
  strong: boolean;
}

const hour = 3_600_000;
const day = 24 * hour;
const minuteSteps = [5, 10, 15, 30, 60, 120, 180, 240, 360, 720];
const daySteps = [1, 2, 3, 5, 7, 10, 14, 30];
const monthSteps = [1, 2, 3, 6, 12, 24, 60];
/** Width of a label with its distance to the next, px. */
const labelWidth = 46;
/** Largest number of labels on a wide axis. */
const most = 14;
/** The same with the weekday, px. */
const longWidth = 76;

const weekdays = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'];

/** Returns the weekday of a day YYYY-MM-DD: 周一. */
export function weekdayOf(date: string): string {
  return weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? '';
}

/** Returns the local time of a zone at an instant: `2026-11-28 14:00:00`. */
export function clockOf(at: number, zone: string): string {
  return fullTime(new Date(at).toISOString(), zone).slice(0, 19);
}

/** Returns the instant, ms, at which a local time of a zone is reached. */
function instantOf(date: string, time: string, zone: string): number {
  return Date.parse(instantAt(`${date}T${time}:00`, zone));
}

/** Returns the first instant of a day in a zone, ms; where the clock skips midnight, the first instant after. */
export function dayStart(date: string, zone: string): number {
  return instantOf(date, '00:00', zone);
}

/** Formats an instant beside a chart: 11-28 周六 14:05; whole days without the time. */
export function momentText(at: number, zone: string, wholeDay = false): string {
  const clock = clockOf(at, zone);
  const date = clock.slice(0, 10);
  const text = `${date.slice(5)} ${weekdayOf(date)}`;
  return wholeDay ? text : `${text} ${clock.slice(11, 16)}`;
}

/**
 * Returns the labels of a time axis in a zone: up to two days the time, with the date at each midnight inside; above, days;
 * above 200 days, months. Clock changes make a day of 23 or 25 hours, never two ticks at one instant.
 * @param width of the axis, px
 */
export function timeTicks(from: number, to: number, width: number, zone: string): TimeTick[] {
  if (!(to > from) || width <= 0) return [];
  if (to - from <= 2 * day + hour) return hourTicks(from, to, width, zone);
  return to - from <= 200 * day ? dayTicks(from, to, width, zone) : monthTicks(from, to, width, zone);
}

/** Returns the smallest step with room for its labels. */
function stepFor(steps: readonly number[], unit: number, span: number, width: number): number {
  const room = Math.max(labelWidth, width / most);
  return steps.find((step) => (step * unit * width) / span >= room) ?? steps.at(-1) ?? 1;
}

function hourTicks(from: number, to: number, width: number, zone: string): TimeTick[] {
  const step = stepFor(minuteSteps, 60_000, to - from, width);
  const perDay = (24 * 60) / step;
  const ticks: TimeTick[] = [];
  for (const date of daysBetween(from, to, zone)) {
    for (let index = 0; index < perDay; index += 1) {
      const at = instantOf(date, timeOf(index * step), zone);
      if (at < from || at > to || ticks.at(-1)?.at === at) continue;
      const midnight = index === 0;
      // The clock may skip the time.
      const label = midnight ? date.slice(5) : clockOf(at, zone).slice(11, 16);
      ticks.push({ at, labelAt: at, strong: midnight && at > from && at < to, label });
    }
  }
  return ticks.map((tick) => ({ ...tick, label: endLabel(tick, from, to, zone) }));
}

/** Labels the ends of a single day 00:00 and 24:00; a midnight inside keeps its date. */
function endLabel({ at, label }: TimeTick, from: number, to: number, zone: string): string {
  if (at === to && label.includes('-')) return '24:00';
  return at === from && label.includes('-') && to - from < 26 * hour && isDayEnd(to, from, zone) ? '00:00' : label;
}

/** Returns whether an instant is not after the midnight that ends the day of another. */
function isDayEnd(to: number, from: number, zone: string): boolean {
  return to <= dayStart(dayAfter(clockOf(from, zone).slice(0, 10)), zone);
}

function timeOf(minutes: number): string {
  const pair = (value: number) => String(value).padStart(2, '0');
  return `${pair(Math.floor(minutes / 60))}:${pair(minutes % 60)}`;
}

/** Returns all days that a span touches, YYYY-MM-DD. */
export function daysBetween(from: number, to: number, zone: string): string[] {
  const last = clockOf(to, zone).slice(0, 10);
  const days: string[] = [];
  for (let date = clockOf(from, zone).slice(0, 10); date <= last; date = dayAfter(date)) days.push(date);
  return days;
}

/** Labels days in their middle, counted back from the last one, which is what readers look for. */
function dayTicks(from: number, to: number, width: number, zone: string): TimeTick[] {
  const days = daysBetween(from, to - 1, zone);
  const room = (width * day) / (to - from);
  const step = room >= labelWidth * 0.75 && days.length <= 8 ? 1 : stepFor(daySteps, day, to - from, width);
  const label = dayLabel(step === 1 ? room : 0);
  return days.flatMap((date, index) => {
    if ((days.length - 1 - index) % step !== 0) return [];
    const start = dayStart(date, zone);
    const labelAt = (Math.max(start, from) + Math.min(dayStart(dayAfter(date), zone), to)) / 2;
    return [{ at: Math.max(start, from), labelAt, strong: false, label: label(date) }];
  });
}

/** Returns how a day is written in a room: 11-28 周六, 11-28 or 周六. */
function dayLabel(room: number): (date: string) => string {
  if (room >= longWidth) return (date) => `${date.slice(5)} ${weekdayOf(date)}`;
  return room > 0 && room < labelWidth ? weekdayOf : (date) => date.slice(5);
}

function monthTicks(from: number, to: number, width: number, zone: string): TimeTick[] {
  const step = stepFor(monthSteps, 30.44 * day, to - from, width * 0.8);
  const [year = 0, month = 1] = clockOf(from, zone).split('-').map(Number);
  const ticks: TimeTick[] = [];
  for (let index = year * 12 + month - 1; ; index += 1) {
    const name = `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
    const at = dayStart(`${name}-01`, zone);
    if (at > to) return ticks;
    if (index % step === 0 && at >= from) ticks.push({ at, labelAt: at, strong: false, label: name });
  }
}
