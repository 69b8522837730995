import { findParts } from './rooms.ts';

/** Rows that the product needs from its first start; a room's `server/seed.ts`, run at each start in order, changing nothing the second time. */
export interface Seed {
  order: number;
  run(): Promise<unknown>;
}

/** Demo rows: a room's `server/demo.ts`, run when DEMO is on; every row is marked and removable. */
export interface Demo extends Seed {
  /** Removes what is marked, in reverse order. */
  remove(): Promise<unknown>;
}

export async function runSeeds(): Promise<void> {
  const found = await findParts<Seed>('seed');
  for (const { part } of found.sort((a, b) => a.part.order - b.part.order)) await part.run();
}

export async function runDemos(): Promise<void> {
  const found = await findParts<Demo>('demo');
  for (const { part } of found.sort((a, b) => a.part.order - b.part.order)) await part.run();
}

export async function removeDemos(): Promise<void> {
  const found = await findParts<Demo>('demo');
  for (const { part } of found.sort((a, b) => b.part.order - a.part.order)) await part.remove();
}
