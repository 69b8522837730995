import type { Answers, Facts, ScaleDefinition } from './definition.ts';

export interface ScaleInput {
  answers: Answers;
  facts: Facts;
  /** Absent: the default set. */
  bandSet?: string;
  /** Leaves out as many answers as the scale allows. */
  prorate?: boolean;
}

export interface ScaleScore {
  complete: boolean;
  /** Codes of items, and keys of facts that choose a band set. */
  missing: string[];
  /** Sum of points by part; of an incomplete form, of the answers there are. */
  parts: Record<string, number>;
  /** By part, for a matrix; only when the part is complete. */
  levels: Record<string, number>;
  /** Null while incomplete or where the scale has none. */
  total: number | null;
  /** Codes of grades; null while incomplete. */
  preliminary: string | null;
  final: string | null;
  /** The matrix has no grade: a person decides. */
  manual: boolean;
  /** Rules whose condition holds; `counted`: it changed the grade, or another of its group did. */
  rules: { code: string; evidence: string; counted: boolean }[];
}

/**
 * Scores the answers of a checked definition.
 *
 * @throws RangeError for an unknown item, option, fact or band set; the message is its place, e.g. `answers.B2.4`
 */
export function scoreScale(_definition: ScaleDefinition, _input: ScaleInput): ScaleScore {
  throw new Error('to come');
}
