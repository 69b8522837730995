import { setTimeout as rest } from 'node:timers/promises';
import type { Caller } from '../test/support/api.ts';
import { type RegisteredCustomer, registerCustomers } from '../test/support/customers.ts';
import { onDatabase } from '../test/support/database.ts';
import { pressUntilAnswered } from '../test/support/watch.ts';
import { type Load, manyWarns, runRepeatedly } from './load.ts';
import { type Figure, figure, mb } from './support/figures.ts';
import { residentMb } from './support/process.ts';
import type { Product } from './support/product.ts';
import { openStream } from './support/stream.ts';
import { exporting, importing, listing, loggingIn, uploading } from './userActions.ts';

const loadMs = 90_000;
/** Idle time, ms: resources cached for reuse are freed after a minute. */
const idleMs = 90_000;
const startMs = 20_000;
const sampleMs = 100;
const maxRatio = 1.5;

/** Measures the server's memory after the start, at its peak under all loads at once, and some time after that. */
export async function measureMemory(product: Product): Promise<Figure[]> {
  const customers = await registerCustomers(product.databaseUrl, 1000);
  await rest(startMs);
  const atRest = residentMb(product.pid);
  let peak = atRest;
  const caller = await product.logIn();
  await manyWarns(product.databaseUrl);
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMb(product.pid));
  }, sampleMs);
  const load = await mixedLoad(product, caller, customers);
  await rest(loadMs);
  await load.stop();
  clearInterval(timer);
  // The escalation of unclaimed warns would cause work for minutes.
  await onDatabase(product.databaseUrl, (client) => client.query('delete from warn_timer'));
  await rest(idleMs);
  const after = residentMb(product.pid);
  const counted = Object.entries(load.done).map(([kind, count]) => `${kind} ${count}`);
  return [
    figure('Memory after the start', mb(atRest)),
    figure(`Done in ${loadMs / 1000} s of mixed load`, counted.join(', ')),
    figure('Highest memory meanwhile', mb(peak)),
    figure(
      `Memory ${idleMs / 1000} s after it; ratio to that after the start`,
      `${mb(after)}; ${(after / atRest).toFixed(2)}`,
      `≤ ${maxRatio}`,
      after <= atRest * maxRatio,
    ),
  ];
}

/** Runs each kind of load at least twice at once, until the end. */
async function mixedLoad(product: Product, caller: Caller, customers: readonly RegisteredCustomer[]): Promise<Load> {
  let next = 0;
  const press = async (): Promise<void> => {
    const { number } = customers[next++ % customers.length] as RegisteredCustomer;
    await pressUntilAnswered({ number, presses: 5, port: product.watchPort, acknowledged: () => undefined });
  };
  const listen = async (): Promise<void> => {
    const stream = await openStream(product, caller.token);
    stream.resume();
    await rest(2000);
    stream.destroy();
  };
  return runRepeatedly({
    picture: { action: await uploading(product, caller), callers: 4 },
    login: { action: loggingIn(product), callers: 4 },
    export: { action: exporting(caller, { status: ['done'] }), callers: 1 },
    import: { action: importing(product, caller, 5000), callers: 1 },
    list: { action: listing(caller), callers: 6 },
    message: { action: press, callers: 10 },
    stream: { action: listen, callers: 10 },
  });
}
