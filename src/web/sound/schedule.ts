import type { WarnLevel } from '#shared/codes.ts';

/** One note: `at` and `duration` in ms, `volume` 0–1 of the seat's volume. */
export interface Tone {
  at: number;
  frequency: number;
  duration: number;
  volume: number;
}

/** What rings: the most urgent waiting level, the start of its pattern, and when it turns louder; ms of one clock. */
export interface Ring {
  level: 1 | 2;
  since: number;
  louderAt: number;
}

/** A level-1 alarm that nobody took in this time sounds louder and twice as often, ms (look.md 6). */
export const louderAfter = 30_000;

const rising: readonly Omit<Tone, 'at'>[] = [
  { frequency: 660, duration: 180, volume: 0.7 },
  { frequency: 880, duration: 180, volume: 0.7 },
];

/** The notes of one sounding of a level, from the instant `at`; level 4 has none. */
export function phrase(level: WarnLevel, at: number, loud = false): Tone[] {
  if (level === 1)
    return rising.map((note, index) => ({ ...note, at: at + index * 180, volume: loud ? 1 : note.volume }));
  if (level === 2) return [{ at, frequency: 660, duration: 250, volume: 0.6 }];
  return level === 3 ? [{ at, frequency: 660, duration: 200, volume: 0.25 }] : [];
}

/** Every sounding of `ring` that begins in [from, to), in order. */
export function phrasesBetween(ring: Ring, from: number, to: number): Tone[][] {
  const found: Tone[][] = [];
  const step = ring.level === 1 ? 1000 : 10_000;
  const first = Math.max(0, Math.ceil((from - ring.since) / step));
  for (let beat = first; ring.since + beat * step < to; beat++) {
    const at = ring.since + beat * step;
    const loud = ring.level === 1 && at >= ring.louderAt;
    // Level 1 rings every 2 s until it turns loud, then every second.
    if (ring.level === 1 && !loud && beat % 2 === 1) continue;
    found.push(phrase(ring.level, at, loud));
  }
  return found;
}
