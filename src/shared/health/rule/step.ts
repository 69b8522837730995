import { deadbands, isSpot } from './band.ts';
import type { RuleOfKind } from './definition.ts';
import { type Firing, type Result, silent } from './firing.ts';
import { medianOf } from './medians.ts';
import type { Point, Sample } from './sample.ts';

/** State of a rule `step` that fires. */
export interface StepState {
  /** Median of the values before the change. */
  reference: number;
  /** Values in a row that are back. */
  back: number;
}

const hour = 3_600_000;
/** Values in a row that end a change. */
const backCount = 2;

/** Returns the values that the sample is compared with. */
function earlierOf({ at, metric }: Sample, before: readonly Point[], of: number): readonly Point[] {
  const oldest = at - (isSpot(metric) ? 30 * 24 * hour : 24 * hour);
  return before.filter((point) => point.at >= oldest && point.at < at).slice(-of);
}

function follow(state: StepState, sample: Sample, by: number): Result<StepState> {
  const isStill = (sample.value - state.reference) * Math.sign(by) >= Math.abs(by) - (deadbands[sample.metric] ?? 0);
  const back = isStill ? 0 : state.back + 1;
  if (back >= backCount) return { ...silent<StepState>(), isBack: true };
  return silent({ ...state, back });
}

/** Judges a value by a rule `step`: its difference from the median of the values before it, which is frozen while it fires. */
export function judgeStep(
  { definition: { of, by }, level }: RuleOfKind<'step'>,
  state: StepState | null,
  sample: Sample,
  before: readonly Point[],
): Result<StepState> {
  const { at, value, metric } = sample;
  const earlier = earlierOf(sample, before, of);
  if (!state && earlier.length < of) return silent();
  const reference = state?.reference ?? medianOf(earlier.map((point) => point.value));
  const isOut = (value - reference) * Math.sign(by) >= Math.abs(by);
  if (!isOut) return state ? follow(state, sample, by) : silent();
  const firing: Firing = {
    ...{ at, level: level ?? 3, side: by > 0 ? 'high' : 'low', value, limit: reference + by },
    samples: [...(state ? [] : earlier), { at, value }].map((point) => ({ metric, ...point })),
    said: { reference, by: value - reference, of },
  };
  return { state: { reference, back: 0 }, firing, isNew: !state, isBack: false };
}
