/** Ages that most customers have; others are asked about, not refused. */
const usualAge = { from: 40, to: 110 } as const;

export function isUnusualAge(age: number): boolean {
  return age < usualAge.from || age > usualAge.to;
}
