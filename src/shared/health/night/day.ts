import { dayAfter } from '#shared/rule/calendar.ts';
import { clockAt, instantAt } from '../../place/wallClock.ts';
import type { Span } from './span.ts';

/** Instants of a night, ms: the day of waking ends at noon. */
export interface NightDay {
  /** Noon to noon: what is measured in it belongs to this day of waking. */
  whole: Span;
  /** 18:00 to noon: presence that touches it may be the night. */
  night: Span;
  /** 05:00: from then on the night is computed. */
  openAt: number;
}

/** Returns the day before a day YYYY-MM-DD. */
export const dayBefore = (day: string) => dayAfter(day, -1);

/** Returns the instants of the night of a day of waking, YYYY-MM-DD, in a zone; 23 or 25 hours where the clock changes. */
export function nightDay(day: string, zone: string): NightDay {
  const at = (date: string, clock: string) => Date.parse(instantAt(`${date}T${clock}:00`, zone));
  const eve = dayBefore(day);
  const noon = at(day, '12:00');
  return {
    whole: { from: at(eve, '12:00'), until: noon },
    night: { from: at(eve, '18:00'), until: noon },
    openAt: at(day, '05:00'),
  };
}

/** Returns the day of waking to which an instant, ms, belongs: from noon on the next day. */
export function wakingDay(at: number, zone: string): string {
  const clock = clockAt(at, zone);
  const day = clock.slice(0, 10);
  return clock.slice(11) >= '12:00:00' ? dayAfter(day) : day;
}

/** Returns the day of last night at an instant, ms: from 05:00 on that of today. */
export function lastNight(at: number, zone: string): string {
  const clock = clockAt(at, zone);
  const day = clock.slice(0, 10);
  return clock.slice(11) >= '05:00:00' ? day : dayBefore(day);
}
