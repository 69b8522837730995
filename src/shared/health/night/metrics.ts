/** Figures of epochs of 30 s (clinical.md 4.2), s; null where there is no sleep to count from. */
export interface NightMetrics<Stage> {
  tib: number;
  sol: number | null;
  spt: number | null;
  tst: number;
  /** Awake between the first and the last epoch of sleep. */
  waso: number | null;
  awake: number;
  /** TST of TIB and of SPT, %. */
  se: number;
  sme: number | null;
  /** Time of each stage. */
  stages: Map<Stage, number>;
  /** From the first epoch of sleep to the first of REM. */
  remLatency: number | null;
  /** Runs awake within SPT, and those of at least 5 min. */
  awakenings: number | null;
  longAwakenings: number | null;
  /** Epochs without a stage. */
  unknown: number;
}

export const epochSeconds = 30;
/** Epochs of an awakening that counts among the public signs. */
const longEpochs = 10;

/** Returns the lengths, in epochs, of the runs that fulfil a condition. */
function runsOf<T>(epochs: readonly T[], is: (epoch: T) => boolean): number[] {
  const runs: number[] = [];
  let length = 0;
  for (const epoch of epochs) {
    if (is(epoch)) length++;
    else if (length > 0) runs.push(length);
    if (!is(epoch)) length = 0;
  }
  return length > 0 ? [...runs, length] : runs;
}

/**
 * Returns the figures of the epochs from lying down to getting up. Epochs without a stage (null) count neither as sleep
 * nor as awake, and are left out of the efficiency.
 */
export function nightMetrics<Stage>(
  epochs: readonly (Stage | null)[],
  { awake, rem }: { awake: Stage; rem: Stage },
): NightMetrics<Stage> {
  const isSleep = (stage: Stage | null) => stage !== null && stage !== awake;
  const seconds = (count: number) => count * epochSeconds;
  const stages = new Map<Stage, number>();
  for (const stage of epochs) if (stage !== null) stages.set(stage, (stages.get(stage) ?? 0) + epochSeconds);
  const first = epochs.findIndex(isSleep);
  const last = epochs.findLastIndex(isSleep);
  const period = first < 0 ? [] : epochs.slice(first, last + 1);
  const runs = runsOf(period, (stage) => stage === awake);
  const unknown = seconds(epochs.filter((stage) => stage === null).length);
  const tib = seconds(epochs.length);
  const awakeTime = stages.get(awake) ?? 0;
  const tst = tib - unknown - awakeTime;
  const hasSleep = first >= 0;
  const spt = hasSleep ? seconds(period.length) : null;
  const firstRem = epochs.indexOf(rem);
  return {
    ...{ tib, spt, tst, awake: awakeTime, stages, unknown },
    sol: hasSleep ? seconds(first) : null,
    waso: hasSleep ? seconds(runs.reduce((sum, run) => sum + run, 0)) : null,
    se: tib > unknown ? (tst / (tib - unknown)) * 100 : 0,
    sme: spt ? (tst / (spt - seconds(period.filter((stage) => stage === null).length))) * 100 : null,
    remLatency: firstRem < 0 ? null : seconds(firstRem - first),
    awakenings: hasSleep ? runs.length : null,
    longAwakenings: hasSleep ? runs.filter((run) => run >= longEpochs).length : null,
  };
}
