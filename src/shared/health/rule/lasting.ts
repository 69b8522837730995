import type { RuleOfKind } from './definition.ts';
import { type Result, silent } from './firing.ts';
import type { Sample } from './sample.ts';

/** State of a rule `lasting`: since when it lasts, ms since 1970, and whether it fires. */
export interface LastingState {
  since: number;
  fired: boolean;
}

/** Returns when it has lasted too long, ms since 1970. */
export const dueOf = (minutes: number, { since }: LastingState): number => since + minutes * 60_000;

/** Follows a state with a value; the clock decides later. */
export function followLasting(
  { definition: { value } }: RuleOfKind<'lasting'>,
  state: LastingState | null,
  sample: Sample,
): Result<LastingState> {
  if (sample.value !== value) return { ...silent<LastingState>(), isBack: state?.fired ?? false };
  if (state) return silent(state);
  return silent({ since: sample.at, fired: false });
}

/**
 * Judges what lasts by the clock. What began before the rule's present hours is none of theirs: who is up late has not left
 * the bed.
 * @param hoursFrom when the present hours of the rule began, ms; null outside of them
 */
export function judgeLasting(
  { definition: { value, minutes }, metric, level, hours }: RuleOfKind<'lasting'>,
  state: LastingState,
  { now, hoursFrom, isOnline }: { now: number; hoursFrom: number | null; isOnline: boolean },
): Result<LastingState> {
  if (!isOnline || hoursFrom === null || state.since < hoursFrom) return silent(state);
  if (now < dueOf(minutes, state)) return silent(state);
  return {
    state: { ...state, fired: true },
    firing: {
      ...{ at: now, level: level ?? 3, side: 'other', value: Math.floor((now - state.since) / 60_000), limit: minutes },
      samples: [{ metric, at: state.since, value }],
      said: { night: hours && hours.from > hours.to ? 1 : 0 },
    },
    isNew: !state.fired,
    isBack: false,
  };
}
