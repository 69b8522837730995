import { invalidField } from '#server/core/problem.ts';

/** A follow-up lies so many days ahead at most. */
const mostDays = 366;

/** Refuses a time (ISO) that is over, or more than a year ahead; `word` names it. */
export function judgeAhead(field: string, word: string, at: string): void {
  const ahead = Date.parse(at) - Date.now();
  if (ahead <= 0) throw invalidField(field, `${word}已经过去`);
  if (ahead > mostDays * 86_400_000) throw invalidField(field, `${word}须在一年内`);
}
