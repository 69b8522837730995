import { conditionHolds, type Evidence } from './condition.ts';
import type { ScaleDefinition } from './definition.ts';
import { bandAt, bandSetOf, gradesOf, type PlainBandSet, plainSet } from './grades.ts';
import { inputProblems, type ScaleInput } from './input.ts';
import { levelsOf, openItems, type ScaleAnswer } from './levels.ts';
import { ownValue } from './record.ts';
import { applyRules, type RuleHit, rulesThatHold } from './rules.ts';

export type { ScaleInput };

export interface ScaleScore {
  complete: boolean;
  /** Codes of items, all of a `oneOf`, and keys of facts that choose a band set. */
  missing: string[];
  /** Items left out of a total that is extrapolated from the others. */
  prorated: string[];
  /** Sum of points by part; of an incomplete form, of the answers there are. */
  parts: Record<string, number>;
  /** By part, for a matrix; only when the part is complete. */
  levels: Record<string, number>;
  /** Sum of the answers there are. */
  points: number;
  /** Null while incomplete or where the scale has none. */
  total: number | null;
  /** Codes of grades; null while incomplete. */
  preliminary: string | null;
  final: string | null;
  /** The matrix has no grade: a person decides. */
  manual: boolean;
  /** Code of the set with the bands that graded; null where none did. */
  bandSet: string | null;
  /** The grade of the total in each set that may be selected. */
  readings: { bandSet: string; grade: string }[];
  /** Rules whose condition holds; `counted`: it decided the final grade. */
  rules: RuleHit[];
}

function answersOf({ items }: ScaleDefinition, { answers }: ScaleInput): Map<string, ScaleAnswer> {
  return new Map(
    items.flatMap((item) => {
      const answer = ownValue(answers, item.code);
      const index = item.options.findIndex(({ code }) => code === answer);
      const option = item.options[index];
      return option ? [[item.code, { option: option.code, points: option.points, index }] as const] : [];
    }),
  );
}

/** Returns the key of the fact that chooses the band set, as long as it is absent. */
function missingFact(definition: ScaleDefinition, { bandSet, facts }: ScaleInput): string[] {
  const set = definition.grade?.by === 'bands' ? bandSetOf(definition, bandSet) : undefined;
  return set && 'by' in set && !plainSet(definition, set, facts) ? [set.by.fact] : [];
}

function readingsOf(definition: ScaleDefinition, { facts }: ScaleInput, total: number): ScaleScore['readings'] {
  const { bandSets = [] } = definition;
  const targets = new Set(bandSets.flatMap((set) => ('by' in set ? Object.values(set.by.sets) : [])));
  return bandSets
    .filter(({ code }) => !targets.has(code))
    .flatMap((set) => {
      const band = bandAt(plainSet(definition, set, facts)?.bands ?? [], total);
      return band ? [{ bandSet: set.code, grade: band.code }] : [];
    });
}

/** Returns the grade before any rule, of the bands or of the matrix; null where the matrix has none. */
function preliminaryGrade(evidence: Evidence, set: PlainBandSet | undefined, total: number | null): string | null {
  const { grade } = evidence.definition;
  if (grade?.by === 'matrix') return grade.rows.find(({ when }) => conditionHolds(when, evidence))?.grade ?? null;
  return set && total !== null ? (bandAt(set.bands, total)?.code ?? null) : null;
}

/** Returns the total of a complete form; `open`: items to extrapolate over. */
function totalOf({ items, total }: ScaleDefinition, points: number, open: readonly string[]): number | null {
  return total.of === null ? null : Math.ceil((points * items.length) / (items.length - open.length));
}

/** Returns the items that are left out where the caller chose so, if the scale allows so many. */
function leftOut({ prorate }: ScaleDefinition, { prorate: isChosen }: ScaleInput, open: readonly string[]) {
  return isChosen === true && open.length <= (prorate?.missing ?? 0) ? [...open] : [];
}

type Graded = Pick<ScaleScore, 'preliminary' | 'final' | 'manual' | 'bandSet' | 'readings' | 'rules'>;

function gradedForm(evidence: Evidence, input: ScaleInput, total: number | null): Graded {
  const { definition, facts } = evidence;
  const byBands = definition.grade?.by === 'bands';
  const set = byBands ? plainSet(definition, bandSetOf(definition, input.bandSet), facts) : undefined;
  const preliminary = preliminaryGrade(evidence, set, total);
  const grades = gradesOf(definition, input.bandSet, facts).map(({ code }) => code);
  const { final, hits } = applyRules(grades, preliminary, rulesThatHold(evidence));
  return {
    ...{ preliminary, final, manual: definition.grade !== null && preliminary === null, rules: hits },
    bandSet: set?.code ?? null,
    readings: total === null ? [] : readingsOf(definition, input, total),
  };
}

function ungradedForm(evidence: Evidence): Graded {
  return {
    ...{ preliminary: null, final: null, manual: false, bandSet: null, readings: [] },
    rules: applyRules([], null, rulesThatHold(evidence)).hits,
  };
}

/**
 * Scores the answers of a checked definition. An incomplete form has sums, no total and no grade.
 *
 * @throws RangeError for an unknown item, option, fact or band set; the message is its place, e.g. `answers.B2.4`
 */
export function scoreScale(definition: ScaleDefinition, input: ScaleInput): ScaleScore {
  const [problem] = inputProblems(definition, input);
  if (problem) throw new RangeError(problem.field);
  const { items, parts = [] } = definition;
  const answers = answersOf(definition, input);
  const sum = (codes: readonly string[]) =>
    codes.reduce((points, code) => points + (answers.get(code)?.points ?? 0), 0);
  const sums = Object.fromEntries(parts.map((part) => [part.code, sum(part.items)]));
  const levels = levelsOf(definition, answers, sums);
  const points = sum(items.map(({ code }) => code));

  const open = openItems(definition, answers);
  const prorated = leftOut(definition, input, open);
  const missing = [...(prorated.length > 0 ? [] : open), ...missingFact(definition, input)];
  const complete = missing.length === 0;
  const total = complete ? totalOf(definition, points, prorated) : null;
  const evidence: Evidence = {
    ...{ definition, facts: input.facts, levels },
    answers: new Map([...answers].map(([code, { option }]) => [code, option])),
  };
  const graded = complete ? gradedForm(evidence, input, total) : ungradedForm(evidence);
  return { complete, missing, prorated, parts: sums, levels, points, total, ...graded };
}
