import dayjs, { type Dayjs } from 'dayjs';
import { instantAt } from '#shared/place/wallClock.ts';
import { fullTime, ownZone } from './format.ts';

/** Converts an instant to local time of the user's zone for a date picker, whatever zone the computer has. */
export function toWall(iso: string): Dayjs {
  return dayjs(fullTime(iso));
}

/** Converts a date picker's local time to an instant, ISO with ms and Z. */
export function fromWall(wall: Dayjs): string {
  return instantAt(wall.format('YYYY-MM-DDTHH:mm:ss'), ownZone());
}
