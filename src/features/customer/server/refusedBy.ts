import { Problem } from '#server/core/problem.ts';
import type { FieldProblem } from '#shared/envelope.ts';

/** Runs a step and returns its field problems instead of throwing them. */
export async function refusedBy(step: () => Promise<unknown>): Promise<FieldProblem[]> {
  try {
    await step();
    return [];
  } catch (error) {
    const errors = error instanceof Problem ? (error.data as { errors?: FieldProblem[] } | null)?.errors : undefined;
    if (!errors) throw error;
    return errors;
  }
}
