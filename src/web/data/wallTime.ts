import dayjs, { type Dayjs } from 'dayjs';
import { fullTime, ownZone } from './format.ts';

/** An instant as a clock on the wall shows it where the person works, for a date picker, in whatever zone the seat's computer is set. */
export function toWall(iso: string): Dayjs {
  return dayjs(fullTime(iso));
}

/** The instant that a date picker's wall time means, ISO with ms and Z. */
export function fromWall(wall: Dayjs): string {
  return instantAt(wall.format('YYYY-MM-DDTHH:mm:ss'), ownZone());
}

/**
 * The instant at which the clocks of a zone show a time, ISO with ms and Z. What a change of the clock leaves out is taken
 * as the hour after, what it repeats as the first of the two.
 * @param wall `2026-11-20T00:00:00` with or without milliseconds
 */
export function instantAt(wall: string, timeZone: string): string {
  const shown = Date.parse(`${wall}Z`);
  const ahead = (at: number) => Date.parse(`${clockAt(at, timeZone)}Z`) - Math.floor(at / 1000) * 1000;
  const first = shown - ahead(shown - 86_400_000);
  const at = ahead(first) === shown - first ? first : shown - ahead(shown + 86_400_000);
  return new Date(at).toISOString();
}

function clockAt(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    .format(at)
    .replace(' ', 'T');
}
