import type { Decoded } from '#devices/message.ts';
import { batteryDays, extended, type Level, type Run } from '#features/equipment/server/service.ts';

/** By how much a level differs from the one that was kept before it, percent, or how old that is, ms: then it is kept (domain.md 6.18). */
const apart = { battery: 1, signal: 10 } as const;
const oldest = 3_600_000;

type Metric = keyof typeof apart;

/** What `device_state.state_values` holds of a device's battery and signal. */
export interface Levels {
  /** By metric the level that was kept last; a backlog has its own, `backlog:` before the metric. */
  kept?: Readonly<Record<string, Level>>;
  /** How the battery falls, and for how many days it lasts by that; null where nothing can be said. */
  run?: Run;
  batteryDays?: number | null;
}

/** What a message tells of its device's battery and signal, percent. */
export function levelsOf({ battery, values: { signal } }: Decoded): [Metric, number][] {
  const metrics: [Metric, number][] = battery === null ? [] : [['battery', battery]];
  if (typeof signal === 'number') metrics.push(['signal', Math.round(Math.min(100, Math.max(0, signal)))]);
  return metrics;
}

/**
 * The levels with one that is kept; null where it says no more than the one before.
 * @param backlog has a course of its own and tells nothing of how the battery falls now
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
