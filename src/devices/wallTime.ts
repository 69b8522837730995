/**
 * The instant of a clock that is `zoneMinutes` ahead of UTC, as ISO text; null for a date or a time that does not exist.
 * @param parts year with its century, month from 1, day, hour, minute, second
 */
export function wallTime(
  [year, month, day, hour, minute, second]: readonly [number, number, number, number, number, number],
  zoneMinutes: number,
): string | null {
  const instant = Date.UTC(year, month - 1, day, hour, minute, second);
  if (!Number.isFinite(instant)) return null;
  // Date.UTC takes 31 February for 3 March, and 25 o'clock for 1 o'clock of the next day.
  const local = new Date(instant);
  if (local.getUTCDate() !== day || local.getUTCMonth() !== month - 1) return null;
  if (hour > 23 || minute > 59 || second > 59) return null;
  return new Date(instant - zoneMinutes * 60_000).toISOString();
}
