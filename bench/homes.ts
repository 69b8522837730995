import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { setTimeout as rest } from 'node:timers/promises';
import { homeApi } from '#features/home/contract.ts';
import type { Caller } from '../test/support/api.ts';
import { registerCustomers } from '../test/support/customers.ts';
import { postmasterOf } from '../test/support/database.ts';
import { inParallel } from '../test/support/pool.ts';
import { pressUntilAnswered } from '../test/support/watch.ts';
import { manyWarns } from './load.ts';
import { type Figure, figure, ms } from './support/figures.ts';
import { cpuSecondsOfTree } from './support/process.ts';
import type { Product } from './support/product.ts';
import { openStream } from './support/stream.ts';

const count = 500;
const perSession = 20;
const phaseMs = 60_000;
const pressEveryMs = 500;
/** Interval of a home's refreshes while warns change, ms, as in `useCardData`. */
const calmMs = 2000;
const timeoutMs = 120_000;
/** What a home asks for after a change; HOME_CALLS names the calls of another version, separated by commas. */
const calls = process.env.HOME_CALLS?.split(',') ?? [homeApi.getHome.path.slice('/api/'.length)];

/** Measures the processor time that 500 open home pages cost while two alarms a second arrive, beside their streams alone. */
export async function measureHomes(product: Product, dataDir: string): Promise<Figure[]> {
  const pressers = await registerCustomers(product.databaseUrl, 200);
  await manyWarns(product.databaseUrl);
  const callers: Caller[] = [];
  while (callers.length < count / perSession) callers.push(await product.logIn());
  const homes: Home[] = [];
  await inParallel(
    callers.flatMap((caller) => Array<Caller>(perSession).fill(caller)),
    50,
    async (caller) => void homes.push(await openHome(product, caller)),
  );
  const cost = async (open: boolean) => {
    for (const home of homes) home.open = open;
    const refreshes = () => homes.reduce((sum, home) => sum + home.refreshes, 0);
    const [before, earlier] = [processorTime(product, dataDir), refreshes()];
    const end = performance.now() + phaseMs;
    for (let n = 0; performance.now() < end; n += 1) {
      const { number } = pressers[n % pressers.length] as (typeof pressers)[number];
      await pressUntilAnswered({ number, presses: 1, port: product.watchPort, acknowledged: () => undefined });
      await rest(pressEveryMs);
    }
    return { seconds: processorTime(product, dataDir) - before, refreshes: refreshes() - earlier };
  };
  const [closed, open] = [await cost(false), await cost(true)];
  for (const { stream } of homes) stream.destroy();
  const share = (seconds: number) => `${((100 * seconds * 1000) / phaseMs).toFixed(0)} % of a core`;
  return [
    figure(`${count} streams, two alarms a second`, share(closed.seconds)),
    figure(`the same with ${count} open home pages`, `${share(open.seconds)}, ${open.refreshes} refreshes`),
    figure('Processor time of a refresh of a home page', ms((1000 * (open.seconds - closed.seconds)) / open.refreshes)),
  ];
}

interface Home {
  stream: IncomingMessage;
  /** Whether the page asks for figures. */
  open: boolean;
  /** Refreshes that are answered. */
  refreshes: number;
}

/** Opens a stream and asks, as the page does, at most each `calmMs` after a change. */
async function openHome(product: Product, caller: Caller): Promise<Home> {
  const stream = await openStream(product, caller.token);
  await once(stream, 'data');
  const home: Home = { stream, open: false, refreshes: 0 };
  let last = 0;
  let waiting = false;
  stream.on('data', async (bytes: Buffer) => {
    if (!home.open || waiting || !bytes.includes('event: warn')) return;
    waiting = true;
    await rest(Math.max(0, last + calmMs - Date.now()));
    last = Date.now();
    await Promise.all(calls.map((path) => caller.call(path, {}, timeoutMs)));
    home.refreshes += 1;
    waiting = false;
  });
  return home;
}

/** Returns the processor seconds of the server and of its database. */
function processorTime({ pid }: Product, dataDir: string): number {
  return cpuSecondsOfTree(pid) + cpuSecondsOfTree(postmasterOf(dataDir).pid);
}
