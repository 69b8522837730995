import type { Figure } from '../support/figures.ts';
import type { Product } from '../support/product.ts';
import { measureCalls } from './calls.ts';
import { measureFlow, pressing } from './flow.ts';
import { measureNights } from './nights.ts';
import { registerPeople } from './people.ts';

/** Measures early warning and nights of 5,000 people. */
export async function measureWarnings(product: Product, dataDir: string): Promise<Figure[]> {
  const others = await registerPeople(product.databaseUrl, pressing);
  const flow = await measureFlow(product, dataDir, others);
  const calls = await measureCalls(product);
  return [...flow, ...calls, await measureNights(product, dataDir)];
}
