import type { JudgedRule } from '#shared/health/rule/definition.ts';
import { hoursFrom } from '#shared/health/rule/hours.ts';
import type { SignState } from '#shared/health/rule/judgeSign.ts';
import { dueOf, type LastingState } from '#shared/health/rule/lasting.ts';

/** Distance of two looks at what lasts too long: the device may be offline, or a warning end. */
const lookMs = 60_000;

/**
 * Returns when the clock is to look at the states of a sign, ms since 1970; null: never. What began outside a rule's hours
 * is none of its business.
 */
export function dueAtOf(
  rules: readonly JudgedRule[],
  states: SignState,
  zone: string,
  now = Date.now(),
): number | null {
  const dues = rules.flatMap((rule) => {
    const state = states[rule.id] as LastingState | undefined;
    if (rule.kind !== 'lasting' || !state || hoursFrom(rule.hours, state.since, zone) === null) return [];
    const due = dueOf(rule.definition.minutes, state);
    return [due > now ? due : now + lookMs];
  });
  return dues.length === 0 ? null : Math.min(...dues);
}
