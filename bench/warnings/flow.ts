import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import type { RegisteredCustomer } from '../../test/support/customers.ts';
import { onDatabase } from '../../test/support/database.ts';
import { openClient } from '../support/commands.ts';
import { delays, type Figure, figure, mb, ms, percentile } from '../support/figures.ts';
import { openPresser } from '../support/presser.ts';
import { cpuOfProduct, residentMb } from '../support/process.ts';
import type { Product } from '../support/product.ts';
import { drained, setSettling } from '../support/readingQueue.ts';
import { openStream } from '../support/stream.ts';
import type { SignsCommand, SignsResult } from './client.ts';
import { peopleCount } from './people.ts';

type Phase = 'rest' | 'settled' | 'dropped';
/** Nobody sends; all send and are settled; all send and what they queue is dropped. */
const phases: readonly Phase[] = ['rest', 'settled', 'dropped', 'dropped', 'settled', 'rest'];
const presses = 150;
const warmUp = 20;
/** People that press once each. */
export const pressing = warmUp + phases.length * presses;
/** Length of a phase in which all send, and what of it passes before anything counts, ms. */
const phaseMs = 30_000;
const warmUpMs = 5000;
/** Messages a second: one a minute of everybody. */
const perSecond = peopleCount / 60;
/** Share of the messages that tell of an illness. */
const illShare = 0.06;
const pollMs = 500;
const aims = { p95: 2000, p99: 5000, queue: 5000, core: 0.3, press: 1.5 };

interface Measured {
  event: number[];
  acknowledged: number;
  seconds: number;
  /** Processor time of server and database, s. */
  cpu: { server: number; database: number };
  memory: number;
}

const none = (): Measured => ({
  ...{ event: [], acknowledged: 0, seconds: 0, memory: 0 },
  cpu: { server: 0, database: 0 },
});

/** Measures warnings, the queue, processor time and presses while everybody sends five signs a minute. */
export async function measureFlow(
  product: Product,
  dataDir: string,
  customers: readonly RegisteredCustomer[],
): Promise<Figure[]> {
  const { databaseUrl } = product;
  const waiting = [...customers];
  const results = { rest: none(), settled: none(), dropped: none() };
  const ill: Record<string, number> = {};
  const ages: number[] = [];
  const client = openClient<SignsCommand, SignsResult>(join(import.meta.dirname, 'client.ts'));
  const hearing = await hearWarnings(product);
  try {
    await client.execute({ kind: 'open', port: product.ports.mqtt ?? 0, count: peopleCount });
    const presser = await openPresser(product);
    await presser.press(waiting.splice(0, warmUp));
    for (const phase of phases) {
      const isSettled = phase === 'settled';
      const rate = phase === 'rest' ? 0 : perSecond;
      await setSettling(databaseUrl, phase !== 'dropped');
      await client.execute({ kind: 'send', perSecond: rate, illShare: 0 });
      await rest(warmUpMs);
      const age = isSettled ? await pollQueue(databaseUrl) : undefined;
      const measured = results[phase];
      await client.execute({ kind: 'send', perSecond: rate, illShare: isSettled ? illShare : 0 });
      const [started, before] = [performance.now(), cpuOfProduct(product.pid, dataDir)];
      measured.event.push(...(await presser.press(waiting.splice(0, presses))).event);
      if (phase !== 'rest') await rest(Math.max(0, phaseMs - (performance.now() - started)));
      const after = cpuOfProduct(product.pid, dataDir);
      const done = await client.execute({ kind: 'send', perSecond: 0, illShare: 0 });
      measured.cpu.server += after.server - before.server;
      measured.cpu.database += after.database - before.database;
      measured.acknowledged += done.acknowledged;
      measured.seconds += done.seconds;
      measured.memory = Math.max(measured.memory, residentMb(product.pid));
      // A message that was on its way is counted with its phase, and settled in it.
      await rest(500);
      Object.assign(ill, done.ill);
      if (phase !== 'dropped') await drained(databaseUrl);
      ages.push(...((await age?.stop()) ?? []));
    }
    presser.close();
    await rest(2000);
    const waits = await hearing.waits(ill);
    return figures(results, { waits, ages, rules: await ruleCount(databaseUrl) });
  } finally {
    hearing.close();
    client.end();
  }
}

/** Listens on a live stream for new warnings of health. */
async function hearWarnings(product: Product) {
  const { token } = await product.logIn();
  const stream = await openStream(product, token);
  const heard = new Map<string, number>();
  const parser = createParser({
    onEvent: ({ event, data }) => {
      const id = event === 'earlyWarning' && /"kind":"created","earlyWarning":\{"id":"(\d+)"/.exec(data)?.[1];
      if (id) heard.set(id, Date.now());
    },
  });
  stream.setEncoding('utf8');
  stream.on('data', (part: string) => parser.feed(part));
  return {
    close: () => stream.destroy(),
    /** Returns the time from the acknowledged message of each to their warning, ms; infinite for a missing one. */
    waits: (ill: Readonly<Record<string, number>>) =>
      onDatabase(product.databaseUrl, async (client) => {
        const { rows } = await client.query<{ id: string; number: string }>(
          `select w.id::text as id, w.equipment_sn as number from warn w join health_warn h on h.warn_id = w.id
           where w.equipment_sn = any($1) and h.metric = 'heart_rate'`,
          [Object.keys(ill)],
        );
        const ids = new Map(rows.map(({ id, number }) => [number, id]));
        return Object.entries(ill).map(
          ([number, at]) => (heard.get(ids.get(number) ?? '') ?? Number.POSITIVE_INFINITY) - at,
        );
      }),
  };
}

/** Looks at the age of the oldest queued row until it is stopped; `stop` returns all ages, ms. */
async function pollQueue(databaseUrl: string): Promise<{ stop(): Promise<number[]> }> {
  const ages: number[] = [];
  let stopped = false;
  const polling = onDatabase(databaseUrl, async (client) => {
    while (!stopped) {
      const { rows } = await client.query<{ age: number }>(
        'select coalesce(extract(epoch from clock_timestamp() - min(queued_at)) * 1000, 0)::float8 as age from reading_queue',
      );
      ages.push(rows[0]?.age ?? 0);
      await rest(pollMs);
    }
  });
  return {
    stop: async () => {
      stopped = true;
      await polling;
      return ages;
    },
  };
}

async function ruleCount(databaseUrl: string): Promise<number> {
  return onDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from rule where status = 'enabled' and deleted_at is null`,
    );
    return rows[0]?.n ?? 0;
  });
}

function figures(
  { rest: idle, settled, dropped }: Record<Phase, Measured>,
  { waits, ages, rules }: { waits: readonly number[]; ages: readonly number[]; rules: number },
): Figure[] {
  const perSecondOf = ({ acknowledged, seconds }: Measured) => `${(acknowledged / seconds).toFixed(1)} /s`;
  const used = ({ cpu, seconds }: Measured) =>
    [cpu.server, cpu.database].map((each) => `${((each / seconds) * 1000).toFixed(0)} ms`).join(' and ');
  const coreOf = ({ cpu, seconds }: Measured) => (cpu.server + cpu.database) / seconds;
  const core = coreOf(settled) - coreOf(dropped);
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((p) => percentile(waits, p)) as [number, number, number];
  const oldest = Math.max(...ages);
  const press = percentile(settled.event, 0.99) / percentile(idle.event, 0.99);
  return [
    figure(
      `${peopleCount} people, five signs a minute, ${rules} rules: messages acknowledged, settled; dropped`,
      `${perSecondOf(settled)}; ${perSecondOf(dropped)}`,
    ),
    figure(
      `Acknowledged → warning on a stream: p50 / p95 / p99 (${waits.length} samples)`,
      [p50, p95, p99].map(ms).join(' / '),
      `p95 ≤ ${ms(aims.p95)}, p99 ≤ ${ms(aims.p99)}`,
      p95 <= aims.p95 && p99 <= aims.p99,
    ),
    figure(
      `Oldest queued reading (${ages.length} looks): p95 / the longest`,
      `${ms(percentile(ages, 0.95))} / ${ms(oldest)}`,
      `≤ ${ms(aims.queue)}`,
      oldest <= aims.queue,
    ),
    figure(
      'Processor time a second of server and database, presses included, settled; dropped',
      `${used(settled)}; ${used(dropped)}`,
    ),
    figure('Settling, share of a core', `${(core * 100).toFixed(1)} %`, `≤ ${aims.core * 100} %`, core <= aims.core),
    delays('Press → event on a stream, nobody sends', idle.event),
    delays('Press → event on a stream beside them', settled.event),
    figure('Press → event on a stream: ratio of the p99', press.toFixed(2), `≤ ${aims.press}`, press <= aims.press),
    figure(
      'Memory of the server at most, nobody sends; settled',
      [idle, settled].map(({ memory }) => mb(memory)).join('; '),
    ),
  ];
}
