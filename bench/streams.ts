import { get, type IncomingMessage } from 'node:http';
import type { RegisteredCustomer } from '../test/support/customers.ts';
import { inParallel } from '../test/support/pool.ts';
import { pressUntilAnswered } from '../test/support/watch.ts';
import { type Figure, ms, percentile } from './figures.ts';
import { residentMb } from './process.ts';
import type { Product } from './product.ts';

const count = 2000;

/** Maximum number of streams per session. */
const perSession = 20;

interface Listener {
  response: IncomingMessage;
  /** Resolves with the instant at which the next warn arrived, by `performance.now()`. */
  next(): Promise<number>;
}

/** Measures the cost of 2,000 open event streams, and the time for one warn to reach all of them. */
export async function measureStreams(product: Product, presser: RegisteredCustomer): Promise<Figure[]> {
  const tokens: string[] = [];
  while (tokens.length < count / perSession) tokens.push((await product.logIn()).token);
  const memoryBefore = residentMb(product.pid);
  const listeners: Listener[] = [];
  const opening = performance.now();
  await inParallel(
    Array.from({ length: count }, (_, index) => index),
    50,
    async (index) => {
      listeners.push(await listen(product.address, tokens[Math.floor(index / perSession)] ?? ''));
    },
  );
  const openedIn = performance.now() - opening;
  const memory = residentMb(product.pid) - memoryBefore;
  const arrivals = Promise.all(listeners.map((listener) => listener.next()));
  const pressed = performance.now();
  await pressUntilAnswered({
    number: presser.number,
    presses: 1,
    port: product.watchPort,
    acknowledged: () => undefined,
  });
  const delays = (await arrivals).map((arrival) => arrival - pressed);
  for (const { response } of listeners) response.destroy();
  return [
    { what: `${count} streams opened in`, aim: '', value: ms(openedIn), met: null },
    {
      what: 'Memory of the server for them',
      aim: '',
      value: `${memory.toFixed(0)} MB, ${((memory * 1000) / count).toFixed(0)} kB each`,
      met: null,
    },
    {
      what: 'One alarm, from the socket to all of them: median, last',
      aim: '',
      value: `${ms(percentile(delays, 0.5))}, ${ms(percentile(delays, 1))}`,
      met: null,
    },
  ];
}

function listen(address: string, token: string): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${token}`, 'X-Requested-With': 'XMLHttpRequest' };
    const request = get(`${address}/api/events`, { headers, agent: false }, (response) => {
      if (response.statusCode !== 200) {
        reject(new Error(`a stream was refused with ${response.statusCode}`));
        return;
      }
      // The bench closes the stream at the end.
      response.on('error', () => undefined);
      const next = (): Promise<number> =>
        new Promise((arrived) => {
          const hear = (bytes: Buffer): void => {
            if (!bytes.includes('event: warn')) return;
            response.off('data', hear);
            arrived(performance.now());
          };
          response.on('data', hear);
        });
      response.once('data', () => resolve({ response, next }));
    });
    request.on('error', reject);
  });
}
