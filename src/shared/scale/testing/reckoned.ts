// A second reckoning of the scales of the box, from the texts of the standards and papers alone: it reads neither the seeds nor the engine.

/** What a form of a scale amounts to. */
export interface Reckoned {
  parts?: Record<string, number>;
  levels?: Record<string, number>;
  total: number | null;
  /** Labels of grades; null where the scale has none. */
  preliminary: string | null;
  final: string | null;
}

export interface ReckonedFacts {
  diagnoses?: string[];
  events?: Record<string, number>;
  coma?: boolean;
  schooling?: string;
}

/** A scale by its answers in the order of the items. */
export interface Reckoning {
  /** Codes of the answers to each item. */
  codes: string[][];
  reckon: (answers: string[], facts: ReckonedFacts) => Reckoned;
  /** Grade of a total without any rule. */
  gradeOf?: (total: number, facts: ReckonedFacts) => string;
  draws?: 'standard' | 'schooling';
}

/** Returns the same codes for several items. */
export const each = (count: number, codes: string) => Array.from({ length: count }, () => codes.split(' '));
export const pointsOf = (code: string) => Number.parseInt(code, 10);
export const add = (codes: readonly string[]) => codes.reduce((sum, code) => sum + pointsOf(code), 0);
