import type { shiftApi } from '#features/shift/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { instantAt } from '#shared/place/wallClock.ts';
import { dayAfter } from '#shared/rule/calendar.ts';
import { isCalendarDay } from '#shared/rule/rules.ts';
import { dayOf, fullTime, ownZone } from '#web/data/format.ts';

export type Turn = OutputOf<typeof shiftApi.getRosterList>[number];
export type Choice = OutputOf<typeof shiftApi.getRosterChoice>;
export type RosterUser = Choice['people'][number];
export type Pattern = Choice['patterns'][number];

/** Returns the days from Monday to Sunday around a day, YYYY-MM-DD; around today for an invalid day in the URL. */
export function weekAround(requestedDay: string | null, today: string): string[] {
  const day = requestedDay !== null && isCalendarDay(requestedDay) ? requestedDay : today;
  const weekday = (new Date(day).getUTCDay() + 6) % 7;
  return Array.from({ length: 7 }, (_, place) => dayAfter(day, place - weekday));
}

/** Returns `08:00–16:00`; an end on another day is marked 次日. */
export function hoursOf({ from, until }: Pick<Turn, 'from' | 'until'>): string {
  const zone = ownZone();
  const clock = (iso: string) => fullTime(iso, zone).slice(11, 16);
  const ends = clock(until);
  const next = dayOf(until, zone) !== dayOf(from, zone) && ends !== '00:00';
  return `${clock(from)}–${next ? '次日' : ''}${ends === '00:00' ? '24:00' : ends}`;
}

/**
 * Returns the rows of the week: one per user, those without a turn last, with turns by the day on which each begins.
 */
export function linesOf(
  users: readonly RosterUser[],
  turns: readonly Turn[],
): (RosterUser & { turns: Map<string, Turn[]> })[] {
  const all = new Map(users.map((user) => [user.userId, user]));
  for (const { userId, userName, departmentName } of turns)
    if (!all.has(userId)) all.set(userId, { userId, userName, departmentName });
  return [...all.values()]
    .map((user) => {
      const days = new Map<string, Turn[]>();
      for (const turn of turns.filter(({ userId }) => userId === user.userId)) {
        const day = dayOf(turn.from, ownZone());
        days.set(day, [...(days.get(day) ?? []), turn]);
      }
      return { ...user, turns: days };
    })
    .toSorted((a, b) => Number(b.turns.size > 0) - Number(a.turns.size > 0));
}

const clock = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Returns whether a text is a time of the day, HH:mm. */
export function isClock(text: unknown): text is string {
  return typeof text === 'string' && clock.test(text);
}

/** Returns beginning and end of a turn from clock times on a day; an end that is not later is on the next day. */
export function spanOf(day: string, begin: string, end: string): { from: string; until: string } {
  const zone = ownZone();
  const from = instantAt(`${day}T${begin}:00`, zone);
  return { from, until: instantAt(`${end > begin ? day : dayAfter(day)}T${end}:00`, zone) };
}

/** Returns the hours of a pattern: `22:00–次日06:00`. */
export function clockText({ from, until }: Pick<Pattern, 'from' | 'until'>): string {
  if (until === '00:00') return `${from}–24:00`;
  return `${from}–${until > from ? '' : '次日'}${until}`;
}

/** Returns the part of the day in which a turn begins, for its colour: morning, afternoon, night. */
export function partOfDay({ from }: Pick<Turn, 'from'>): 'early' | 'middle' | 'night' {
  const hour = Number(fullTime(from, ownZone()).slice(11, 13));
  if (hour >= 5 && hour < 12) return 'early';
  return hour >= 12 && hour < 18 ? 'middle' : 'night';
}

/**
 * Returns the patterns with too few users on a day, and how many are missing; turns count on the day on which they
 * begin.
 */
export function lacking(
  day: string,
  patterns: readonly Pattern[],
  turns: readonly Turn[],
): { pattern: Pattern; lack: number }[] {
  const begun = turns.filter(({ from }) => dayOf(from, ownZone()) === day);
  return patterns
    .map((pattern) => ({
      pattern,
      lack: pattern.minStaff - begun.filter(({ patternId }) => patternId === pattern.id).length,
    }))
    .filter(({ lack }) => lack > 0);
}
