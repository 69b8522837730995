import { extensionsOf } from './extensions.ts';
import { runDemos } from './seeds.ts';

/** Amount of demo rows. The same plan creates the same rows. */
export interface PopulatePlan {
  /** Number of customers in total, including those of earlier runs. */
  customers: number;
  /** Number of readings of their watches in total, including those of earlier runs. */
  readings: number;
  /** Number of devices of many models in total, besides the watches of a third of the customers. */
  equipment: number;
  /** Whether real customers may exist in the same database. */
  amongReal: boolean;
}

/** Called after each batch: kind of rows, number done, total. */
export type OnProgress = (what: string, done: number, total: number) => void;

/** Demo rows in large numbers, for load tests: a feature's extension `populate`. They are removed with the demo. */
export interface Populate {
  order: number;
  /** Returns the reason why the plan is refused; undefined if it is allowed. */
  refusal?(plan: PopulatePlan): Promise<string | undefined>;
  /** Adds the missing rows of the plan, each batch in its own transaction. */
  fill(plan: PopulatePlan, onProgress: OnProgress): Promise<void>;
}

/** Adds the demo rows of every feature, after the demo itself. Throws an Error with a message if a feature refuses. */
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

/** Yields ranges from 1 to `total`, of `size` numbers each (the last one may be shorter). */
export function* batchesTo(total: number, size: number): Generator<{ from: number; to: number }> {
  for (let from = 1; from <= total; from += size) yield { from, to: Math.min(total, from + size - 1) };
}

/** Random choices that depend only on the row number. */
export interface SeededRandom {
  /** Returns an item of the list; an item listed twice is twice as likely. */
  of<T>(list: readonly T[]): T;
  /** Returns true with the probability `share` (0–1). */
  hits(share: number): boolean;
  /** Returns an integer from 0 to `end - 1`. */
  below(end: number): number;
}

/** Returns the random generator of a row number (mulberry32). */
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
