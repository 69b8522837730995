import type { Decoded } from '#devices/message.ts';
import { batteryDays, extended, type Level, type Run } from '#features/equipment/server/service.ts';

/** Change in percent, or age of the last stored level in ms, from which a level is stored (domain.md 6.18). */
const apart = { battery: 1, signal: 10 } as const;
const oldest = 3_600_000;

type Metric = keyof typeof apart;

/** Content of `device_state.state_values` on battery and signal. */
export interface Levels {
  /** Last stored level by metric; a backlog has its own, `backlog:` before the metric. */
  kept?: Readonly<Record<string, Level>>;
  /** Falling run of the battery and its forecast in days; null without a forecast. */
  run?: Run;
  batteryDays?: number | null;
}

/** Returns battery and signal of a message, percent. */
export function levelsOf({ battery, values: { signal } }: Decoded): [Metric, number][] {
  const metrics: [Metric, number][] = battery === null ? [] : [['battery', battery]];
  if (typeof signal === 'number') metrics.push(['signal', Math.round(Math.min(100, Math.max(0, signal)))]);
  return metrics;
}

/**
 * Returns the levels with a new one to store; null if it changes too little.
 * @param backlog has levels of its own and does not affect the current forecast
 */
export function withLevel(levels: Levels, metric: Metric, level: Level, backlog: boolean): Levels | null {
  const name = backlog ? `backlog:${metric}` : metric;
  const last = levels.kept?.[name];
  if (last && Math.abs(level.value - last.value) < apart[metric] && Math.abs(level.at - last.at) < oldest) return null;
  const levelsByName = { ...levels.kept, [name]: level };
  if (backlog || metric !== 'battery') return { ...levels, kept: levelsByName };
  const run = extended(levels.run, level);
  return { kept: levelsByName, run, batteryDays: batteryDays(run) };
}
