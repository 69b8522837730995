import { invalid, Problem } from '#server/core/problem.ts';
import type { FieldProblem } from '#shared/envelope.ts';

/**
 * Prefixes the field names of a refusal with the list path: `until` of the second benefit becomes `benefits.1.until`.
 */
export function prefixErrors(error: unknown, path: string): unknown {
  const errors = error instanceof Problem ? (error.data as { errors?: FieldProblem[] } | null)?.errors : undefined;
  return errors ? invalid(errors.map((problem) => ({ ...problem, field: `${path}.${problem.field}` }))) : error;
}
