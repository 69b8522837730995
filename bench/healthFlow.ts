import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as rest } from 'node:timers/promises';
import { encodeWatch } from '#devices/watch/frame.ts';
import type { Caller } from '../test/support/api.ts';
import { registerCustomers } from '../test/support/customers.ts';
import { onDatabase } from '../test/support/database.ts';
import { inParallel } from '../test/support/pool.ts';
import { type Figure, figure, mean, ms, percentile } from './support/figures.ts';
import type { Product } from './support/product.ts';
import { drained, setSettling } from './support/readingQueue.ts';

const watches = 400;
const turns = 4;
const seconds = 5;
/** 2,000 watches each five seconds: the rate of 125,000 watches each five minutes. */
const perSecond = 417;
const tiles = 40;
const tileMs = 2000;

/** A watch that sends pulses one by one; each is answered once it is stored. */
interface Pulse {
  customerId: string;
  send(value: number): Promise<void>;
  close(): void;
}

async function openPulse(product: Product, number: string, customerId: string): Promise<Pulse> {
  const socket = connect(product.watchPort, '127.0.0.1');
  const waiting: (() => void)[] = [];
  socket.setNoDelay(true);
  socket.on('error', () => undefined);
  socket.on('data', (bytes: Buffer) => {
    for (const byte of bytes) if (byte === 0x5d) waiting.shift()?.();
  });
  await once(socket, 'connect');
  const ask = (content: string) =>
    new Promise<void>((resolve) => {
      waiting.push(resolve);
      socket.write(encodeWatch('3G', number, content));
    });
  await ask('LK,0,0,80');
  return { customerId, send: (value) => ask(`heart,${value}`), close: () => socket.destroy() };
}

/** Registers watches that their people wear, unless a former run has. */
async function registeredWatches(databaseUrl: string): Promise<{ number: string; customerId: string }[]> {
  const stored = () =>
    onDatabase(databaseUrl, async (client) => {
      const { rows } = await client.query<{ number: string; customerId: string }>(
        `select e.sn as number, c.id::text as "customerId" from customer c join equipment e on e.customer_id = c.id where c.no like 'YC%' order by c.id limit $1`,
        [watches],
      );
      return rows;
    });
  const former = await stored();
  if (former.length > 0) return former;
  const customers = await registerCustomers(databaseUrl, watches);
  await onDatabase(databaseUrl, async (client) => {
    await client.query(`update model set profile = profile || '{"maxPerMinute": 60000}' where code = 'watch'`);
    await client.query(
      `insert into equipment_binding (equipment_id, customer_id, bound_at)
       select id, customer_id, now() - interval '1 day' from equipment where sn = any($1)`,
      [customers.map(({ number }) => number)],
    );
  });
  return customers;
}

async function openWatches(product: Product): Promise<Pulse[]> {
  const customers = await registeredWatches(product.databaseUrl);
  const pulses: Pulse[] = [];
  await inParallel(customers, 50, async ({ number, customerId }) => {
    pulses.push(await openPulse(product, number, customerId));
  });
  return pulses;
}

/** Sends from all watches, each after its answer, for some seconds; returns messages a second. */
async function rateOf(pulses: readonly Pulse[]): Promise<number> {
  const started = performance.now();
  let sent = 0;
  await Promise.all(
    pulses.map(async ({ send }) => {
      for (; performance.now() < started + seconds * 1000; sent++) await send(62 + (sent % 29));
    }),
  );
  return sent / ((performance.now() - started) / 1000);
}

/** Measures acknowledged readings with the queue and without, in turns, and the time from a reading to its tile. */
export async function measureFlow(product: Product, caller: Caller): Promise<Figure[]> {
  const pulses = await openWatches(product);
  await rateOf(pulses);
  const rates = { with: [] as number[], without: [] as number[] };
  for (let turn = 0; turn < turns; turn++) {
    await drained(product.databaseUrl);
    rates.with.push(await rateOf(pulses));
    await drained(product.databaseUrl);
    await setSettling(product.databaseUrl, false);
    rates.without.push(await rateOf(pulses));
    await setSettling(product.databaseUrl, true);
  }
  const [queued, bare] = [mean(rates.with), mean(rates.without)];
  await drained(product.databaseUrl);
  const figures = [
    figure(
      'Readings acknowledged, one a message: with the queue; without',
      `${queued.toFixed(0)} /s; ${bare.toFixed(0)} /s`,
    ),
    figure('Ratio of the two', (queued / bare).toFixed(3), '≥ 0.95', queued / bare >= 0.95),
    await tileFigure(caller, pulses),
  ];
  for (const { close } of pulses) close();
  return figures;
}

/** Measures from the acknowledged reading until the newest values show it, while all others send. */
async function tileFigure(caller: Caller, pulses: readonly Pulse[]): Promise<Figure> {
  const [watched, others] = [pulses.slice(0, tiles), pulses.slice(tiles)];
  const started = performance.now();
  let next = 0;
  const timer = setInterval(() => {
    for (const due = ((performance.now() - started) / 1000) * perSecond; next < due; next++)
      void others[next % others.length]?.send(60 + (next % 40));
  }, 10);
  await rest(3000);
  const waits: number[] = [];
  for (const [index, { customerId, send }] of watched.entries()) {
    const value = 101 + index;
    await send(value);
    const stored = performance.now();
    for (;;) {
      const { data } = await caller.call<{ kind: string; value: number }[]>('reading/getReadingLatest', { customerId });
      if (data.some((one) => one.kind === 'heart_rate' && one.value === value)) break;
      await rest(20);
    }
    waits.push(performance.now() - stored);
  }
  clearInterval(timer);
  const p95 = percentile(waits, 0.95);
  const what = `Reading → tile at ${perSecond} readings/s (${(next / ((performance.now() - started) / 1000)).toFixed(0)} sent), p50 / p95`;
  return figure(what, `${ms(percentile(waits, 0.5))} / ${ms(p95)}`, `p95 ≤ ${tileMs} ms`, p95 <= tileMs);
}
