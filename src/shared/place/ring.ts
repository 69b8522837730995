/** Speed in km/h with which a lost person's ring grows where nobody typed another one. */
export const usualSpeed = 3;
const maxMetres = 20_000;

/**
 * Returns the radius in metres within which somebody can be who walks since a fix: speed × time + accuracy, 20 km at most.
 * @param speed km/h
 * @param at time of the fix, ms
 */
export function ringMetres(
  { speed, accuracy, at }: { speed: number; accuracy: number; at: number },
  now: number,
): number {
  const walked = (Math.max(0, now - at) / 3_600_000) * speed * 1000;
  return Math.round(Math.min(maxMetres, walked + accuracy));
}
