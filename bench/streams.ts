import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { registerCustomers } from '../test/support/customers.ts';
import { inParallel } from '../test/support/pool.ts';
import { pressUntilAnswered } from '../test/support/watch.ts';
import { type Figure, figure, mb, ms, percentile } from './support/figures.ts';
import { residentMb } from './support/process.ts';
import type { Product } from './support/product.ts';
import { openStream } from './support/stream.ts';

const count = 2000;
/** Maximum number of streams per session. */
const perSession = 20;

/** Measures the cost of 2,000 open event streams, and the time for one warn to reach all of them. */
export async function measureStreams(product: Product): Promise<Figure[]> {
  const [presser] = await registerCustomers(product.databaseUrl, 1);
  if (!presser) throw new Error('nobody was registered');
  const tokens: string[] = [];
  while (tokens.length < count / perSession) tokens.push((await product.logIn()).token);
  const perStream = tokens.flatMap((token) => Array<string>(perSession).fill(token));
  const memoryBefore = residentMb(product.pid);
  const streams: IncomingMessage[] = [];
  const opening = performance.now();
  await inParallel(perStream, 50, async (token) => {
    const stream = await openStream(product, token);
    await once(stream, 'data');
    streams.push(stream);
  });
  const openedIn = performance.now() - opening;
  const memory = residentMb(product.pid) - memoryBefore;
  const arrivals = Promise.all(streams.map(nextWarn));
  const pressed = performance.now();
  const { number } = presser;
  await pressUntilAnswered({ number, presses: 1, port: product.watchPort, acknowledged: () => undefined });
  const times = (await arrivals).map((arrival) => arrival - pressed);
  for (const stream of streams) stream.destroy();
  const each = ((memory * 1000) / count).toFixed(0);
  return [
    figure(`${count} streams opened in`, ms(openedIn)),
    figure('Memory of the server for them', `${mb(memory)}, ${each} kB each`),
    figure(
      'One alarm, from the socket to all of them: median, last',
      `${ms(percentile(times, 0.5))}, ${ms(percentile(times, 1))}`,
    ),
  ];
}

/** Resolves with the instant at which the next warn arrives, by `performance.now()`. */
function nextWarn(stream: IncomingMessage): Promise<number> {
  return new Promise((resolve) => {
    stream.on('data', (bytes: Buffer) => {
      if (bytes.includes('event: warn')) resolve(performance.now());
    });
  });
}
