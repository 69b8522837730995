import dayjs, { type Dayjs } from 'dayjs';
import { fullTime, ownZone } from './format.ts';

/** Converts an instant to local time of the user's zone for a date picker, whatever zone the computer has. */
export function toWall(iso: string): Dayjs {
  return dayjs(fullTime(iso));
}

/** Converts a date picker's local time to an instant, ISO with ms and Z. */
export function fromWall(wall: Dayjs): string {
  return instantAt(wall.format('YYYY-MM-DDTHH:mm:ss'), ownZone());
}

/**
 * Converts local time of a zone to an instant, ISO with ms and Z. A time skipped by a clock change is taken as one hour
 * later, a repeated one as the first of both.
 * @param wall `2026-11-20T00:00:00` with or without milliseconds
 */
export function instantAt(wall: string, timeZone: string): string {
  const shown = Date.parse(`${wall}Z`);
  const ahead = (at: number) => Date.parse(`${clockAt(at, timeZone)}Z`) - Math.floor(at / 1000) * 1000;
  const first = shown - ahead(shown - 86_400_000);
  const second = shown - ahead(shown + 86_400_000);
  const at = [first, second].find((each) => ahead(each) === shown - each) ?? first;
  return new Date(at).toISOString();
}

function clockAt(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    .format(at)
    .replace(' ', 'T');
}
