import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import type { RegisteredCustomer } from '../../test/support/customers.ts';
import { openClient } from '../support/commands.ts';
import { delays, type Figure, figure, percentile } from '../support/figures.ts';
import { openPresser } from '../support/presser.ts';
import type { Product } from '../support/product.ts';
import type { MapCommand, MapResult } from './mapClient.ts';

const count = 30;
/** Whether the maps are open: noise of the machine, and what grows with time, meets both alike. */
const phases = [false, true, true, false];
const presses = 250;
const warmUp = 20;
const warmUpMs = 6000;
const maxRatio = 1.1;

/** Measures presses beside open maps and without, while people walk. */
export async function measureOpenMaps(
  product: Product,
  customers: readonly RegisteredCustomer[],
  people: number,
): Promise<Figure[]> {
  const waiting = [...customers];
  const client = openClient<MapCommand, MapResult>(join(import.meta.dirname, 'mapClient.ts'));
  const presser = await openPresser(product);
  const events = { open: [] as number[], closed: [] as number[] };
  const sum: MapResult = { answers: 0, rows: 0 };
  try {
    await presser.press(waiting.splice(0, warmUp));
    for (const isOpen of phases) {
      if (isOpen) await client.execute({ kind: 'open', address: product.address, count });
      await rest(warmUpMs);
      const { event } = await presser.press(waiting.splice(0, presses));
      events[isOpen ? 'open' : 'closed'].push(...event);
      if (!isOpen) continue;
      const { answers, rows } = await client.execute({ kind: 'close' });
      sum.answers += answers;
      sum.rows += rows;
    }
  } finally {
    presser.close();
    client.end();
  }
  const ratio = percentile(events.open, 0.99) / percentile(events.closed, 0.99);
  const what = `${count} maps of ${people} people open`;
  return [
    delays(`Press → event on a stream, no map open`, events.closed),
    delays(`Press → event on a stream, ${what}`, events.open),
    figure('Changes that a map gets with an answer', `${(sum.rows / sum.answers).toFixed(0)} people`),
    figure('Ratio of the p99 of the presses', ratio.toFixed(2), `≤ ${maxRatio}`, ratio <= maxRatio),
  ];
}
