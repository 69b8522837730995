import type { RuleOfKind } from './definition.ts';
import { type Result, silent } from './firing.ts';
import type { Point, Sample } from './sample.ts';

/** State of a rule of several signs that fires. */
export interface FiredState {
  since: number;
}

/** Newest value of each sign, up to and with the value that is judged. */
export type Newest = Readonly<Record<string, Point | undefined>>;

type Condition = RuleOfKind<'together'>['definition']['all'][number];

const holds = ({ above, below }: Condition, value: number) =>
  (above === undefined || value > above) && (below === undefined || value < below);

/** Judges by a rule `together`: two or three signs above or below their limits within some minutes. */
export function judgeTogether(
  { definition: { all, withinMinutes }, level, metric }: RuleOfKind<'together'>,
  state: FiredState | null,
  sample: Sample,
  newest: Newest,
): Result<FiredState> {
  if (!all.some((condition) => condition.metric === sample.metric)) return silent(state);
  const points = all.map((condition) => ({ condition, point: newest[condition.metric] }));
  const failing = points.some(({ condition, point }) => point && !holds(condition, point.value));
  if (failing) return { ...silent<FiredState>(), isBack: state !== null };
  const times = points.flatMap(({ point }) => point?.at ?? []);
  const areClose = times.length === all.length && Math.max(...times) - Math.min(...times) <= withinMinutes * 60_000;
  if (!areClose) return silent(state);
  const primary = points.find(({ condition }) => condition.metric === metric) ?? points[0];
  return {
    state: state ?? { since: sample.at },
    firing: {
      at: sample.at,
      level: level ?? 3,
      side: 'other',
      value: primary?.point?.value ?? sample.value,
      limit: primary?.condition.above ?? primary?.condition.below ?? null,
      samples: points.flatMap(({ condition, point }) => (point ? [{ metric: condition.metric, ...point }] : [])),
      said: { minutes: withinMinutes },
    },
    isNew: !state,
    isBack: false,
  };
}
