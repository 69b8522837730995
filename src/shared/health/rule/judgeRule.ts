import { news2Parts, type OxygenScale } from '../news2.ts';
import { type BandState, judgeBand } from './band.ts';
import type { JudgedRule } from './definition.ts';
import { type Result, silent } from './firing.ts';
import { followLasting, judgeLasting, type LastingState } from './lasting.ts';
import { judgeNews2, type News2State } from './news2Rule.ts';
import { type DayState, type Days, judgeBaseline, judgeTrend } from './nights.ts';
import type { Point, Sample } from './sample.ts';
import { judgeStep, type StepState } from './step.ts';
import { type FiredState, judgeTogether, type Newest } from './together.ts';

/** State of one rule for one person; which one follows from the rule's kind. */
export type RuleState = BandState | StepState | FiredState | News2State | LastingState | DayState;

/** What a rule is judged by. */
export type Occasion =
  /** A value. `before`: values of the sign before it, oldest first; `newest`: of each sign, with it. */
  | { by: 'value'; sample: Sample; before: readonly Point[]; newest: Newest; scale: OxygenScale }
  /** A night, or a day: values by day, the newest last. */
  | { by: 'day'; days: Days }
  /** The clock. `hoursFrom`: when the present hours of the rule began. */
  | { by: 'clock'; now: number; hoursFrom: number | null; isOnline: boolean };

type ByValue = Extract<Occasion, { by: 'value' }>;

/** Returns the signs whose values a rule reads. */
export function listensTo({ kind, metric, definition }: JudgedRule): readonly string[] {
  if (kind === 'news2') return news2Parts;
  return kind === 'together' ? definition.all.map((condition) => condition.metric) : [metric];
}

function byValue(rule: JudgedRule, state: RuleState | null, { sample, before, newest, scale }: ByValue) {
  if (!listensTo(rule).includes(sample.metric)) return silent(state);
  switch (rule.kind) {
    case 'band':
      return judgeBand(rule, state as BandState | null, sample, before);
    case 'step':
      return judgeStep(rule, state as StepState | null, sample, before);
    case 'together':
      return judgeTogether(rule, state as FiredState | null, sample, newest);
    case 'news2':
      return judgeNews2(rule, state as News2State | null, sample, { newest, scale });
    case 'lasting':
      return followLasting(rule, state as LastingState | null, sample);
    default:
      return silent(state);
  }
}

function byDay(rule: JudgedRule, state: RuleState | null, days: Days) {
  if (rule.kind === 'baseline') return judgeBaseline(rule, state as DayState | null, days);
  if (rule.kind === 'trend') return judgeTrend(rule, state as DayState | null, days);
  return silent(state);
}

/** Judges a person by one rule: pure, the same for what happens and for a try-out. The state was made by a rule of this kind. */
export function judgeRule(rule: JudgedRule, state: RuleState | null, occasion: Occasion): Result<RuleState> {
  if (occasion.by === 'value') return byValue(rule, state, occasion);
  if (occasion.by === 'day') return byDay(rule, state, occasion.days);
  return rule.kind === 'lasting' && state ? judgeLasting(rule, state as LastingState, occasion) : silent(state);
}

/** Returns whether a state says that the rule fires. */
export function isFired(kind: JudgedRule['kind'], state: RuleState): boolean {
  if (kind === 'band') return (state as BandState).fired !== null;
  if (kind === 'lasting') return (state as LastingState).fired;
  return true;
}
