/** Usual ages of customers; the screens ask for confirmation outside this range, they do not refuse. */
const usualAge = { from: 40, to: 110 } as const;

export function isUnusualAge(age: number): boolean {
  return age < usualAge.from || age > usualAge.to;
}
