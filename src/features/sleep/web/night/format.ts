import { clockOf } from '#web/chart/timeAxis.ts';
import { missing } from '#web/data/format.ts';

/** Returns hours and minutes: 7:18. */
export function hoursText(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return missing;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

/** Returns whole minutes. */
export function minutesText(seconds: number | null | undefined): string {
  return seconds === null || seconds === undefined ? missing : String(Math.round(seconds / 60));
}

/** Returns a number with so many places. */
export function numberText(value: number | null | undefined, places = 0): string {
  return value === null || value === undefined ? missing : value.toFixed(places);
}

/** Returns the time of the clock in the zone of a night: 21:46. */
export function clockText(at: string | number | null, zone: string): string {
  if (at === null) return missing;
  return clockOf(typeof at === 'number' ? at : Date.parse(at), zone).slice(11, 16);
}

/** Returns the address of a night's page. */
export const nightLink = (id: string) => `#/healthy/sleep_data/${id}`;
