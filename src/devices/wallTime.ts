/**
 * Returns the ISO instant of a clock that is `zoneMinutes` ahead of UTC; null for an invalid date or time.
 * @param parts year with century, month from 1, day, hour, minute, second
 */
export function wallTime(
  [year, month, day, hour, minute, second]: readonly [number, number, number, number, number, number],
  zoneMinutes: number,
): string | null {
  const instant = Date.UTC(year, month - 1, day, hour, minute, second);
  if (!Number.isFinite(instant)) return null;
  // Date.UTC turns 31 February into 3 March, and hour 25 into 1 o'clock of the next day.
  const local = new Date(instant);
  if (local.getUTCDate() !== day || local.getUTCMonth() !== month - 1) return null;
  if (hour > 23 || minute > 59 || second > 59) return null;
  return new Date(instant - zoneMinutes * 60_000).toISOString();
}
