import { invalidField } from '#server/core/problem.ts';

/** A follow-up lies so many days ahead at most. */
const maxDays = 366;

/** Refuses a time (ISO) that is over, or more than a year ahead; `word` names it. */
export function validateAhead(field: string, label: string, instant: string): void {
  const ahead = Date.parse(instant) - Date.now();
  if (ahead <= 0) throw invalidField(field, `${label}已经过去`);
  if (ahead > maxDays * 86_400_000) throw invalidField(field, `${label}须在一年内`);
}
