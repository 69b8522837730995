import type { FieldProblem } from '#shared/envelope.ts';
import { invalid, Problem } from './problem.ts';

/** Returns the field problems of a refusal; undefined for any other error. */
export function fieldProblemsOf(error: unknown): readonly FieldProblem[] | undefined {
  return error instanceof Problem ? (error.data as { errors?: FieldProblem[] } | null)?.errors : undefined;
}

/** Runs a step and returns its field problems instead of throwing them. */
export async function refusedBy(step: () => Promise<unknown>): Promise<readonly FieldProblem[]> {
  try {
    await step();
    return [];
  } catch (error) {
    const problems = fieldProblemsOf(error);
    if (!problems) throw error;
    return problems;
  }
}

/**
 * Prefixes the field names of a refusal with the list path: `until` of the second benefit becomes `benefits.1.until`.
 */
export function prefixErrors(error: unknown, path: string): unknown {
  const problems = fieldProblemsOf(error);
  return problems ? invalid(problems.map((problem) => ({ ...problem, field: `${path}.${problem.field}` }))) : error;
}
