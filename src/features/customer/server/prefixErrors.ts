import { invalid, Problem } from '#server/core/problem.ts';
import type { FieldProblem } from '#shared/envelope.ts';

/** A refusal that names fields of one of several as told of the whole list: `until` of the second benefit is `benefits.1.until`. */
export function prefixErrors(error: unknown, path: string): unknown {
  const errors = error instanceof Problem ? (error.data as { errors?: FieldProblem[] } | null)?.errors : undefined;
  return errors ? invalid(errors.map((problem) => ({ ...problem, field: `${path}.${problem.field}` }))) : error;
}
