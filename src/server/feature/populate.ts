import { extensionsOf } from './extensions.ts';
import { runDemos } from './seeds.ts';

/** How much is filled in. The same plan gives the same rows again. */
export interface PopulatePlan {
  /** People, those of an earlier run counted. */
  customers: number;
  /** Values of their watches, likewise. */
  readings: number;
  /** Devices of many models beside those that a third of the people have, likewise. */
  equipment: number;
  /** Whether real people may stand beside them. */
  amongReal: boolean;
}

/** Told after each batch: what it is of, and how many of how many are done. */
export type OnProgress = (what: string, done: number, total: number) => void;

/** Demo rows in great number, to try the product with: a feature's part `populate`. They leave with the demo. */
export interface Populate {
  order: number;
  /** Why nothing may be filled in; nothing when it may. */
  refusal?(plan: PopulatePlan): Promise<string | undefined>;
  /** Adds what is missing of the plan, in batches that stand by themselves. */
  fill(plan: PopulatePlan, onProgress: OnProgress): Promise<void>;
}

/** Fills in demo rows of every feature, behind the demo itself. Throws a sentence when that is not allowed. */
export async function populate(plan: PopulatePlan, onProgress: OnProgress): Promise<void> {
  const extensions = (await extensionsOf('populate'))
    .map(({ extension: part }) => part)
    .sort((a, b) => a.order - b.order);
  for (const extension of extensions) {
    const refusal = await extension.refusal?.(plan);
    if (refusal) throw new Error(refusal);
  }
  await runDemos();
  for (const extension of extensions) await extension.fill(plan, onProgress);
}

/** Ranges of numbers from 1 to `total`, `size` in each but the last. */
export function* batchesTo(total: number, size: number): Generator<{ from: number; to: number }> {
  for (let from = 1; from <= total; from += size) yield { from, to: Math.min(total, from + size - 1) };
}

/** Choices that the number of a row decides: the same for the same number. */
export interface SeededRandom {
  /** One of these; what stands in it twice comes twice as often. */
  of<T>(list: readonly T[]): T;
  /** True in `share` (0–1) of the numbers. */
  hits(share: number): boolean;
  /** A whole number from 0 to `end - 1`. */
  below(end: number): number;
}

/** Dice for the row of that number (mulberry32). */
export function seededRandom(number: number): SeededRandom {
  let state = Math.imul(number, 0x9e3779b1) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return { of: (list) => list[below(list.length)] as (typeof list)[number], hits: (share) => next() < share, below };
}
