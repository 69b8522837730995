import type { WarnLevel } from '#shared/codes.ts';

/** One note: `at` and `duration` in ms, `volume` 0–1 of the seat's volume. */
export interface Tone {
  at: number;
  frequency: number;
  duration: number;
  volume: number;
}

/** What rings on and on: a waiting level, or that the line is lost and nobody would be heard. */
export type Ringing = 1 | 2 | 'lost';

/** What rings: the most urgent of it, the start of its pattern, and when level 1 turns louder; ms of one clock. */
export interface Ring {
  level: Ringing;
  since: number;
  louderAt: number;
}

/** A level-1 alarm that nobody took in this time sounds louder and twice as often, ms (look.md 6). */
export const louderAfter = 30_000;

const rising: readonly Omit<Tone, 'at'>[] = [
  { frequency: 660, duration: 180, volume: 0.7 },
  { frequency: 880, duration: 180, volume: 0.7 },
];

/** Falls where an alarm rises, so that nobody takes one for the other. */
const falling: readonly Omit<Tone, 'at'>[] = [
  { frequency: 660, duration: 250, volume: 0.6 },
  { frequency: 440, duration: 400, volume: 0.6 },
];

/** From one sounding of the pattern to the next, ms; level 1 leaves every second one out until it is loud. */
const steps: Record<Ringing, number> = { 1: 1000, 2: 10_000, lost: 5000 };

/** The notes of one sounding of a level or of the lost line, from the instant `at`; level 4 has none. */
export function phrase(level: WarnLevel | 'lost', instant: number, loud = false): Tone[] {
  if (level === 'lost') return falling.map((note, index) => ({ ...note, at: instant + index * 250 }));
  if (level === 1)
    return rising.map((note, index) => ({ ...note, at: instant + index * 180, volume: loud ? 1 : note.volume }));
  if (level === 2) return [{ at: instant, frequency: 660, duration: 250, volume: 0.6 }];
  return level === 3 ? [{ at: instant, frequency: 660, duration: 200, volume: 0.25 }] : [];
}

/** Every sounding of `ring` that begins in [from, to), in order. */
export function phrasesBetween(ring: Ring, from: number, to: number): Tone[][] {
  const phrases: Tone[][] = [];
  const step = steps[ring.level];
  const first = Math.max(0, Math.ceil((from - ring.since) / step));
  for (let beat = first; ring.since + beat * step < to; beat++) {
    const instant = ring.since + beat * step;
    const loud = ring.level === 1 && instant >= ring.louderAt;
    // Level 1 rings every 2 s until it turns loud, then every second.
    if (ring.level === 1 && !loud && beat % 2 === 1) continue;
    phrases.push(phrase(ring.level, instant, loud));
  }
  return phrases;
}
