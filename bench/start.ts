import { setTimeout as rest } from 'node:timers/promises';
import { temporaryFolder } from '#server/testing/folder.ts';
import { type Figure, ms } from './figures.ts';
import { residentMb } from './process.ts';
import { startProduct } from './product.ts';

/** Idle time before the memory is read, ms. */
const restMs = 10_000;
const aims = { readyMs: 2000, memoryMb: 150, mostMemoryMb: 200 };

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
  return [
    { what: 'First start to ready, pages built', aim: '', value: ms(first.readyAfter), met: null },
    {
      what: 'Second start to ready',
      aim: `< ${ms(aims.readyMs)}`,
      value: ms(second.readyAfter),
      met: second.readyAfter < aims.readyMs,
    },
    {
      what: 'Memory at rest, database aside',
      aim: `${aims.memoryMb} MB, at most ${aims.mostMemoryMb}`,
      value: `${memory.toFixed(0)} MB`,
      met: memory <= aims.mostMemoryMb,
    },
  ];
}
