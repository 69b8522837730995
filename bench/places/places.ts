import type { Figure } from '../support/figures.ts';
import type { Product } from '../support/product.ts';
import { measureFences, pressing } from './fences.ts';
import { registerPeople } from './people.ts';
import { measureTrack } from './track.ts';

/** Measures the server's part of places: the track of a week, and people who are judged against their fences. */
export async function measurePlaces(product: Product, dataDir: string): Promise<Figure[]> {
  const [walker, ...others] = await registerPeople(product.databaseUrl, pressing + 1);
  if (!walker) throw new Error('nobody was registered');
  return [...(await measureTrack(product, walker.customerId)), ...(await measureFences(product, dataDir, others))];
}
