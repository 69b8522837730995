import { conditionHolds, type Evidence } from './condition.ts';
import type { ScaleRule } from './definition.ts';

/** A rule whose condition holds; `counted`: it decided the final grade, others of its group did not. */
export interface RuleHit {
  code: string;
  evidence: string;
  counted: boolean;
}

/** Returns the rules whose condition is certain to hold on the answers there are. */
export function rulesThatHold(evidence: Evidence): ScaleRule[] {
  return (evidence.definition.rules ?? []).filter(({ when }) => conditionHolds(when, evidence) === true);
}

/** Keeps one rule of each group: a `set` before a `worse`, else the first; rules without a group all. */
function oneOfGroup(rules: readonly ScaleRule[]): ScaleRule[] {
  return rules.filter((rule) => {
    if (rule.group === undefined) return true;
    const group = rules.filter(({ group }) => group === rule.group);
    return rule === (group.find(({ effect }) => 'set' in effect) ?? group[0]);
  });
}

/**
 * Changes a preliminary grade by the rules that hold; `grades`: codes, best first. A `set` beats every `worse`, of
 * several the worst counts; the last grade is the end. Without a preliminary grade none counts.
 */
export function applyRules(
  grades: readonly string[],
  preliminary: string | null,
  rules: readonly ScaleRule[],
): { final: string | null; hits: RuleHit[] } {
  const candidates = preliminary === null ? [] : oneOfGroup(rules);
  const placeOf = ({ effect }: ScaleRule) => ('set' in effect ? grades.indexOf(effect.set) : -1);
  const worstSet = Math.max(-1, ...candidates.map(placeOf));
  const counted = worstSet < 0 ? candidates : candidates.filter((rule) => placeOf(rule) === worstSet).slice(0, 1);
  const place = worstSet < 0 ? grades.indexOf(preliminary ?? '') + counted.length : worstSet;
  return {
    final: preliminary === null ? null : (grades[Math.min(place, grades.length - 1)] ?? preliminary),
    hits: rules.map((rule) => ({ code: rule.code, evidence: rule.evidence, counted: counted.includes(rule) })),
  };
}
