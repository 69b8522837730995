import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as rest } from 'node:timers/promises';
import pg from 'pg';
import type { Caller } from '../test/support/api.ts';
import type { RegisteredCustomer } from '../test/support/customers.ts';
import { pressUntilAnswered } from '../test/support/watch.ts';
import type { Figure } from './figures.ts';
import {
  exporting,
  importing,
  type Load,
  listing,
  loggingIn,
  manyWarns,
  runRepeatedly,
  uploadingPictures,
} from './load.ts';
import { residentMb } from './process.ts';
import type { Product } from './product.ts';

const loadMs = 90_000;
/** Idle time, ms: resources cached for reuse are freed after a minute. */
const idleMs = 90_000;
const startMs = 20_000;
const sampleMs = 100;
const streams = 10;
const maxRatio = 1.5;

/** Measures the server's memory after the start, at its peak under all loads at once, and some time after that. */
export async function measureMemory(product: Product, customers: readonly RegisteredCustomer[]): Promise<Figure[]> {
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
  await endLadders(product.databaseUrl);
  await rest(idleMs);
  const after = residentMb(product.pid);
  const mb = (value: number): string => `${value.toFixed(0)} MB`;
  const counted = Object.entries(load.done).map(([kind, count]) => `${kind} ${count}`);
  return [
    { what: 'Memory after the start', aim: '', value: mb(atRest), met: null },
    { what: `Done in ${loadMs / 1000} s of mixed load`, aim: '', value: counted.join(', '), met: null },
    { what: 'Highest memory meanwhile', aim: '', value: mb(peak), met: null },
    {
      what: `Memory ${idleMs / 1000} s after it; ratio to that after the start`,
      aim: `≤ ${maxRatio}`,
      value: `${mb(after)}; ${(after / atRest).toFixed(2)}`,
      met: after <= atRest * maxRatio,
    },
  ];
}

/** Ends the ladders of unclaimed warns: their escalation would cause work for minutes. */
async function endLadders(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('delete from warn_timer');
  } finally {
    await client.end();
  }
}

/** Runs each kind of load at least twice at once, until the end. */
async function mixedLoad(product: Product, caller: Caller, customers: readonly RegisteredCustomer[]): Promise<Load> {
  const picture = await uploadingPictures(product, caller);
  let next = 0;
  const press = async (): Promise<void> => {
    const { number } = customers[next++ % customers.length] as RegisteredCustomer;
    await pressUntilAnswered({ number, presses: 5, port: product.watchPort, acknowledged: () => undefined });
  };
  return runRepeatedly({
    picture: { action: picture, callers: 4 },
    login: { action: loggingIn(product), callers: 4 },
    export: { action: exporting(caller, { status: ['done'] }), callers: 1 },
    import: { action: importing(product, caller, 5000), callers: 1 },
    list: { action: listing(caller), callers: 6 },
    message: { action: press, callers: 10 },
    stream: { action: () => openAndClose(product.address, caller.token), callers: streams },
  });
}

async function openAndClose(address: string, token: string): Promise<void> {
  const headers = { Authorization: `Bearer ${token}`, 'X-Requested-With': 'XMLHttpRequest' };
  const request = get(`${address}/api/events`, { headers, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`a stream was refused with ${response.statusCode}`);
  response.on('error', () => undefined);
  response.resume();
  await rest(2000);
  response.destroy();
}
