/** Returns the mark of a level whose assessment ended before today (YYYY-MM-DD): 「（已过期）」, else nothing. */
export function expiredMark(assessedUntil: string | null, today: string): string {
  return assessedUntil !== null && assessedUntil < today ? '（已过期）' : '';
}
