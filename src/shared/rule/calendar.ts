/** Returns the day so many days after a day of the calendar, both YYYY-MM-DD; before it for a negative number. */
export function dayAfter(day: string, days = 1): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
