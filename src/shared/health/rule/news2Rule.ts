import { type News2Risk, news2, news2Parts, type OxygenScale } from '../news2.ts';
import type { RuleOfKind, WarningLevel } from './definition.ts';
import { type Result, silent } from './firing.ts';
import type { Sample } from './sample.ts';
import type { FiredState, Newest } from './together.ts';

/** Age up to which a value is part of a score, ms (clinical.md 3.1). */
const validMs = 60 * 60_000;
const levelOfRisk: Record<News2Risk, WarningLevel> = { high: 1, medium: 2, low_medium: 3, low: 3 };

/** State of a rule `news2` that fires. */
export interface News2State extends FiredState {
  level: WarningLevel;
}

/** Judges by a rule `news2`: all seven parts within 60 minutes before the value; without one of them nothing is said. */
export function judgeNews2(
  { definition: { from, single }, level }: RuleOfKind<'news2'>,
  state: News2State | null,
  sample: Sample,
  { newest, scale }: { newest: Newest; scale: OxygenScale },
): Result<News2State> {
  const parts = news2Parts.flatMap((part) => {
    const point = newest[part];
    return point && point.at > sample.at - validMs ? [{ metric: part, ...point }] : [];
  });
  const score = news2(Object.fromEntries(parts.map((part) => [part.metric, part.value])), scale);
  if (score.total === null || score.risk === null) return silent(state);
  const isOut = score.total >= from || (single && Object.values(score.points).includes(3));
  if (!isOut) return { ...silent<News2State>(), isBack: state !== null };
  const own = level ?? levelOfRisk[score.risk];
  const isNew = !state || own < state.level;
  return {
    state: isNew ? { since: state?.since ?? sample.at, level: own } : state,
    firing: {
      ...{ at: sample.at, level: own, side: 'other', value: score.total, limit: from, samples: parts },
      said: { single: Object.values(score.points).includes(3) ? 1 : 0 },
    },
    isNew,
    isBack: false,
  };
}
