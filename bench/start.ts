import { setTimeout as rest } from 'node:timers/promises';
import { temporaryFolder } from '#server/testing/folder.ts';
import { type Figure, figure, mb, ms } from './support/figures.ts';
import { residentMb } from './support/process.ts';
import { startProduct } from './support/product.ts';

/** Idle time before the memory is read, ms. */
const restMs = 10_000;
const aims = { readyMs: 2000, memoryMb: 150, maxMemoryMb: 200 };

/** Measures the first start on an empty data folder, the second start, and the server's idle memory after it. */
export async function measureStart(): Promise<Figure[]> {
  const folder = await temporaryFolder();
  const first = await startProduct(folder.path);
  await first.stop();
  const second = await startProduct(folder.path);
  await rest(restMs);
  const memory = residentMb(second.pid);
  await second.stop();
  await folder.remove();
  const { readyMs, memoryMb, maxMemoryMb } = aims;
  return [
    figure('First start to ready, pages built', ms(first.readyAfter)),
    figure('Second start to ready', ms(second.readyAfter), `< ${ms(readyMs)}`, second.readyAfter < readyMs),
    figure(
      'Memory at rest, database aside',
      mb(memory),
      `${memoryMb} MB, at most ${maxMemoryMb}`,
      memory <= maxMemoryMb,
    ),
  ];
}
