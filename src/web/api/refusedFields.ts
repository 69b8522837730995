import type { FieldProblem } from '#shared/envelope.ts';
import { ApiError } from './request.ts';

/** Returns what the server refused, by field; nothing for another error. */
export function refusedFields(error: unknown): ReadonlyMap<string, string> {
  const data = error instanceof ApiError ? (error.data as { errors?: FieldProblem[] } | null) : null;
  return new Map(data?.errors?.map(({ field, msg }) => [field, msg]));
}
