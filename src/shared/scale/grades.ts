import type { Facts, ScaleBand, ScaleBandSet, ScaleDefinition } from './definition.ts';
import { ownValue } from './record.ts';

/** What grades a scale. */
type Grading = Pick<ScaleDefinition, 'grade' | 'bandSets'>;

/** Band set with bands of its own. */
export type PlainBandSet = Extract<ScaleBandSet, { bands: unknown }>;

export interface Grade {
  code: string;
  label: string;
}

/** Returns the set of that code, by default the default set. */
export function bandSetOf({ bandSets = [] }: Grading, code?: string | null): ScaleBandSet | undefined {
  return code === undefined || code === null
    ? (bandSets.find((set) => set.default) ?? bandSets[0])
    : bandSets.find((set) => set.code === code);
}

/** Returns the set with the bands: where a fact chooses, the one of its value; undefined until the fact is there. */
export function plainSet(definition: Grading, set: ScaleBandSet | undefined, facts: Facts): PlainBandSet | undefined {
  if (!set || 'bands' in set) return set;
  const value = ownValue(facts, set.by.fact);
  const chosen = typeof value === 'string' ? ownValue(set.by.sets, value) : undefined;
  const target = definition.bandSets?.find(({ code }) => code === chosen);
  return target && 'bands' in target ? target : undefined;
}

/** Returns the band that holds these points. */
export function bandAt(bands: readonly ScaleBand[], points: number): ScaleBand | undefined {
  return bands.find(({ from, to }) => points >= from && points <= to);
}

/**
 * Returns the grades of a scale, best first: those of the matrix or of a set of bands; none for a total alone. Of a set that a fact
 * chooses without that fact: the bands of its first choice, without limits.
 */
export function gradesOf(
  definition: Grading,
  bandSet?: string | null,
  facts: Facts = {},
): (Grade & Partial<ScaleBand>)[] {
  const { grade } = definition;
  if (!grade) return [];
  if (grade.by === 'matrix') return grade.grades.map(({ code, label }) => ({ code, label }));
  const set = bandSetOf(definition, bandSet);
  const plain = plainSet(definition, set, facts);
  if (plain) return plain.bands.map(({ code, label, from, to }) => ({ code, label, from, to }));
  if (!set || 'bands' in set) return [];
  const [first] = Object.values(set.by.sets);
  return gradesOf(definition, first).map(({ code, label }) => ({ code, label }));
}

/**
 * Returns the label of a grade in a set of bands or in the matrix; the code where it has none, null without a grade.
 * @param bandSet code of the set that graded; null: the default one
 */
export function gradeLabel(definition: Grading, grade: string | null, bandSet: string | null): string | null {
  return gradesOf(definition, bandSet).find(({ code }) => code === grade)?.label ?? grade;
}
