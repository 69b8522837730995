/** Hours until the next call after the first, second and third that nobody answered: three times within two days. */
const waits = [4, 20, 24];

/** Hours until somebody who did not answer is called again, after so many calls before; null: somebody goes there. */
export function hoursToNext(tries: number): number | null {
  return waits[tries] ?? null;
}
