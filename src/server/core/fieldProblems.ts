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

/** Runs a step for each item in order; a refusal names its fields by the item: `benefits.1.until`. */
export async function forEachItem<T>(
  path: string,
  items: readonly T[],
  step: (item: T) => Promise<unknown>,
): Promise<void> {
  for (const [index, item] of items.entries())
    await step(item).catch((error: unknown) => {
      const problems = fieldProblemsOf(error);
      if (!problems) throw error;
      throw invalid(problems.map((problem) => ({ ...problem, field: `${path}.${index}.${problem.field}` })));
    });
}
