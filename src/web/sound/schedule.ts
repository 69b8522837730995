import type { WarnLevel } from '#shared/codes.ts';

/** One note: `at` and `duration` in ms, `volume` 0–1 of the seat's volume. */
export interface Tone {
  at: number;
  frequency: number;
  duration: number;
  volume: number;
}

/** Repeating sound: a waiting level, or `lost`: the connection is down, so new warns would not be heard. */
export type Ringing = 1 | 2 | 'lost';

/** The most urgent sound, the start of its pattern, and when level 1 gets louder; ms of one clock. */
export interface Ring {
  level: Ringing;
  since: number;
  louderAt: number;
}

/** Time after which an unclaimed level-1 warn sounds louder and twice as often, ms (look.md 6). */
export const louderAfter = 30_000;

const rising: readonly Omit<Tone, 'at'>[] = [
  { frequency: 660, duration: 180, volume: 0.7 },
  { frequency: 880, duration: 180, volume: 0.7 },
];

/** Notes of a lost connection: falling, while those of a warn rise, so that both are easy to distinguish. */
const falling: readonly Omit<Tone, 'at'>[] = [
  { frequency: 660, duration: 250, volume: 0.6 },
  { frequency: 440, duration: 400, volume: 0.6 },
];

/** Interval between two repetitions of the pattern, ms; level 1 skips every second one until it is loud. */
const steps: Record<Ringing, number> = { 1: 1000, 2: 10_000, lost: 5000 };

/** Returns the notes of one repetition of a level or of the lost connection, from `instant`; level 4 has none. */
export function phrase(level: WarnLevel | 'lost', instant: number, loud = false): Tone[] {
  if (level === 'lost') return falling.map((note, index) => ({ ...note, at: instant + index * 250 }));
  if (level === 1)
    return rising.map((note, index) => ({ ...note, at: instant + index * 180, volume: loud ? 1 : note.volume }));
  if (level === 2) return [{ at: instant, frequency: 660, duration: 250, volume: 0.6 }];
  return level === 3 ? [{ at: instant, frequency: 660, duration: 200, volume: 0.25 }] : [];
}

/** Returns every repetition of `ring` that begins in [from, to), in order. */
export function phrasesBetween(ring: Ring, from: number, to: number): Tone[][] {
  const phrases: Tone[][] = [];
  const step = steps[ring.level];
  const first = Math.max(0, Math.ceil((from - ring.since) / step));
  for (let beat = first; ring.since + beat * step < to; beat++) {
    const instant = ring.since + beat * step;
    const loud = ring.level === 1 && instant >= ring.louderAt;
    // Level 1 rings every 2 s until it is loud, then every second.
    if (ring.level === 1 && !loud && beat % 2 === 1) continue;
    phrases.push(phrase(ring.level, instant, loud));
  }
  return phrases;
}
