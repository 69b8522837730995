import type { Sensor } from './sensors.ts';

/** A time in bed. */
export interface Stay {
  from: string;
  to: string;
}

/** Length of the strip, ms. */
const stripMs = 12 * 3_600_000;
const maxStays = 200;

/** Returns the times in bed of the last twelve hours; an offline device says nothing after its last value. */
export function staysOf({ changes, online, at }: Sensor): Stay[] {
  const now = Date.now();
  const start = new Date(now - stripMs).toISOString();
  const until = online ? new Date(now).toISOString() : at;
  const stays = changes.flatMap(({ at: came, value }, index) =>
    value === 1 ? [{ from: came < start ? start : came, to: changes[index + 1]?.at ?? until }] : [],
  );
  return stays.filter(({ from, to }) => to > from).slice(-maxStays);
}
