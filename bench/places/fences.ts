import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import { type RegisteredCustomer, registerDevices } from '../../test/support/customers.ts';
import { onDatabase } from '../../test/support/database.ts';
import type { ClientCommand, CommandResult } from '../ingestClient.ts';
import { openClient } from '../support/commands.ts';
import { delays, type Figure, figure, mb, mean, ms, percentile } from '../support/figures.ts';
import { openPresser } from '../support/presser.ts';
import { type Cpu, cpuOfProduct, residentMb } from '../support/process.ts';
import type { Product } from '../support/product.ts';
import { openStream } from '../support/stream.ts';
import { wires } from '../support/wires.ts';
import type { PlacesCommand, PlacesResult } from './client.ts';
import { fencesEach, layFences, peopleCount, setJudging } from './people.ts';

/** Phases: noise of the machine, and what grows with time, meets both alike. */
const phases = [
  { part: 0, judging: false },
  { part: 0, judging: true },
  { part: 1, judging: true },
  { part: 1, judging: false },
];
/** People whose watches are connected at a time: a port takes 9,844 connections where 20,000 files may be open. */
const connected = 9000;
const perSecond = 475;
const presses = 300;
const warmUp = 20;
/** People that press once each. */
export const pressing = warmUp + phases.length * presses;
const warmUpMs = 10_000;
/** Watches without people that send as fast as they are answered, for seconds, rows of ten messages in flight. */
const fast = { count: 200, seconds: 3, turns: 2, ahead: 100 };
const leavingPerSecond = 8;
const aims = { acknowledged: 0.97, press: 1.1, alarmMs: 5000, memoryMb: 20 };

interface Measured {
  event: number[];
  rates: number[];
  acknowledged: number;
  seconds: number;
  /** Processor time of the server and of the database while they press, s. */
  cpu: Cpu;
  memory: number[];
}

const none = (): Measured => ({
  ...{ event: [], rates: [], acknowledged: 0, seconds: 0, memory: [] },
  cpu: { server: 0, database: 0 },
});

/**
 * Measures ingest, presses, memory and alarms beside 20,000 people with five fences each, with the judge and without.
 * @param customers other people, who press
 */
export async function measureFences(
  product: Product,
  dataDir: string,
  customers: readonly RegisteredCustomer[],
): Promise<Figure[]> {
  const cpuNow = () => cpuOfProduct(product.pid, dataDir);
  const waiting = [...customers];
  await layFences(product.databaseUrl);
  await registerDevices(
    product.databaseUrl,
    'watch',
    Array.from({ length: fast.count }, (_, index) => wires.watch?.number(index) ?? ''),
  );
  const people = openClient<PlacesCommand, PlacesResult>(join(import.meta.dirname, 'client.ts'));
  const others = openClient<ClientCommand, CommandResult>(join(import.meta.dirname, '../ingestClient.ts'));
  try {
    await setJudging(product.databaseUrl, false);
    await others.execute({ kind: 'open', protocol: 'watch', port: product.watchPort, count: fast.count });
    const presser = await openPresser(product);
    await presser.press(waiting.splice(0, warmUp));
    const results = { with: none(), without: none() };
    let alarms: number[] = [];
    for (const [index, { part, judging }] of phases.entries()) {
      if (index % 2 === 0) {
        if (index > 0) await people.execute({ kind: 'close' });
        const from = part * connected;
        await people.execute({ kind: 'open', port: product.watchPort, from, count: connected, perSecond });
      }
      await setJudging(product.databaseUrl, judging);
      await rest(warmUpMs);
      const measured = judging ? results.with : results.without;
      await people.execute({ kind: 'count' });
      const before = cpuNow();
      measured.event.push(...(await presser.press(waiting.splice(0, presses))).event);
      const after = cpuNow();
      const { acknowledged, seconds } = await people.execute({ kind: 'count' });
      measured.cpu.server += after.server - before.server;
      measured.cpu.database += after.database - before.database;
      measured.acknowledged += acknowledged;
      measured.seconds += seconds;
      measured.memory.push(residentMb(product.pid));
      for (let turn = 0; turn < fast.turns; turn++)
        measured.rates.push((await others.execute({ kind: 'chatter', seconds: fast.seconds, ahead: fast.ahead })).rate);
      if (judging && part === 1) alarms = await leave(product, people.execute);
    }
    presser.close();
    return figures(results, alarms);
  } finally {
    people.end();
    others.end();
  }
}

/** Lets people go out; returns the time from the fix that confirms until the alarm is on a live stream, ms. */
async function leave(product: Product, execute: (command: PlacesCommand) => Promise<PlacesResult>): Promise<number[]> {
  const { token } = await product.logIn();
  const stream = await openStream(product, token);
  const rung = new Map<string, number>();
  const parser = createParser({
    onEvent: ({ event, data }) => {
      const customer =
        event === 'warn' && /"kind":"created".*"type":"fence_out"/.test(data) && /"customerId":"(\d+)"/.exec(data)?.[1];
      if (customer) rung.set(customer, Date.now());
    },
  });
  stream.setEncoding('utf8');
  stream.on('data', (part: string) => parser.feed(part));
  const { confirmed } = await execute({ kind: 'leave', perSecond: leavingPerSecond });
  await rest(2 * aims.alarmMs);
  stream.destroy();
  const { rows } = await onDatabase(product.databaseUrl, (client) =>
    client.query<{ number: string; id: string }>(
      'select sn as number, customer_id::text as id from equipment where sn = any($1)',
      [Object.keys(confirmed)],
    ),
  );
  return rows.map(({ number, id }) => (rung.get(id) ?? Number.POSITIVE_INFINITY) - (confirmed[number] ?? 0));
}

function figures(
  { with: judged, without }: { with: Measured; without: Measured },
  alarms: readonly number[],
): Figure[] {
  const what = `${peopleCount} people × ${fencesEach} fences`;
  const used = ({ cpu, seconds }: Measured) =>
    [cpu.server, cpu.database].map((each) => `${((each / seconds) * 1000).toFixed(0)} ms`).join(' and ');
  const perSecondOf = ({ acknowledged, seconds }: Measured) => acknowledged / seconds;
  const reported = perSecondOf(judged) / perSecondOf(without);
  const rate = mean(judged.rates) / mean(without.rates);
  const p99 = percentile(judged.event, 0.99) / percentile(without.event, 0.99);
  const memory = Math.max(...judged.memory) - (without.memory[0] ?? 0);
  const slowest = Math.max(...alarms);
  return [
    figure(
      `${what}: positions acknowledged of ${perSecond} a second, with fences; without; ratio`,
      `${perSecondOf(judged).toFixed(1)} /s; ${perSecondOf(without).toFixed(1)} /s; ${reported.toFixed(3)}`,
      `≥ ${aims.acknowledged}`,
      reported >= aims.acknowledged,
    ),
    figure(
      'Messages that other watches get acknowledged beside them at most, with fences; without; ratio',
      `${mean(judged.rates).toFixed(0)} /s; ${mean(without.rates).toFixed(0)} /s; ${rate.toFixed(3)}`,
      `≥ ${aims.acknowledged}`,
      rate >= aims.acknowledged,
    ),
    figure(
      'Processor time a second of server and database, presses included, with fences; without',
      `${used(judged)}; ${used(without)}`,
    ),
    delays('Press → event on a stream beside them, without fences', without.event),
    delays('Press → event on a stream beside them, with fences', judged.event),
    figure('Press → event on a stream: ratio of the p99', p99.toFixed(2), `≤ ${aims.press}`, p99 <= aims.press),
    figure(
      `Fix that confirms sent → alarm on a stream: p50 / p95 / the longest (${alarms.length} samples)`,
      `${ms(percentile(alarms, 0.5))} / ${ms(percentile(alarms, 0.95))} / ${ms(slowest)}`,
      `≤ ${ms(aims.alarmMs)}`,
      slowest <= aims.alarmMs,
    ),
    figure(
      'Memory of the server after each phase, without; with; more',
      `${without.memory.map(mb).join(', ')}; ${judged.memory.map(mb).join(', ')}; ${mb(memory)}`,
      `≤ ${mb(aims.memoryMb)}`,
      memory <= aims.memoryMb,
    ),
  ];
}
