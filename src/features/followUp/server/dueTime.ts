import { invalidField } from '#server/core/problem.ts';

/** Maximum number of days that a follow-up may lie ahead. */
const maxDays = 366;

/** Throws for a time (ISO) that is past or more than a year ahead; `label` names the field. */
export function validateAhead(field: string, label: string, instant: string): void {
  const ahead = Date.parse(instant) - Date.now();
  if (ahead <= 0) throw invalidField(field, `${label}已经过去`);
  if (ahead > maxDays * 86_400_000) throw invalidField(field, `${label}须在一年内`);
}
