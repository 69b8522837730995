import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { lowerPriority } from '#server/core/process/processPriority.ts';
import { registerCustomers } from '../test/support/customers.ts';
import { manyWarns } from './load.ts';
import { delays, type Figure, figure, percentile } from './support/figures.ts';
import { openPresser } from './support/presser.ts';
import type { Product } from './support/product.ts';

const customerCount = 2000;
/** Number of samples, idle and under load: the p99 is the fourth worst. */
const samples = 400;
const warmUp = 20;
const maxRatio = 3;
/** Priority difference (nice) of the users' processes. */
const farBehind = 10;

/** Measures the path of a warn, idle and while users load the server up to their limits, in one run. */
export async function measurePressure(product: Product): Promise<Figure[]> {
  const customers = await registerCustomers(product.databaseUrl, customerCount);
  await manyWarns(product.databaseUrl);
  const presser = await openPresser(product);
  await presser.press(customers.splice(0, warmUp));
  const idle = await presser.press(customers.splice(0, samples));
  const load = await atTheLimit(product);
  // By then every kind of load runs, and loading at first use is done.
  await rest(8000);
  const doneBefore = { ...load.done };
  const countOf = (kind: string) => (load.done[kind] ?? 0) - (doneBefore[kind] ?? 0);
  const allDone = () => Object.keys(load.done).every((kind) => countOf(kind) > 0);
  // A large export takes longer than the presses: they continue until one is done, or every customer has pressed.
  const busy = await presser.press(customers, (pressed) => pressed >= samples && allDone());
  const counted = Object.keys(load.done).map((kind) => `${kind} ${countOf(kind)}`);
  const met = allDone();
  await load.stop();
  presser.close();
  return [
    ...compared('Press → event on a stream', 'everything else at its limit', idle.event, busy.event),
    ...compared('接警 → answered', 'everything else at its limit', idle.claim, busy.claim),
    figure('Answered meanwhile', counted.join(', '), 'some of each', met),
  ];
}

/** Returns the delays at rest and while something goes on, and the ratio of their p99, which has an aim. */
export function compared(what: string, meanwhile: string, idle: readonly number[], busy: readonly number[]): Figure[] {
  const ratio = percentile(busy, 0.99) / percentile(idle, 0.99);
  return [
    delays(`${what}, idle`, idle),
    delays(`${what}, ${meanwhile}`, busy),
    figure(`${what}, ${meanwhile}: ratio of the p99`, ratio.toFixed(1), `≤ ${maxRatio}`, ratio <= maxRatio),
  ];
}

interface Users {
  /** Number of completed actions, by kind. */
  done: Record<string, number>;
  stop(): Promise<void>;
}

/** Starts the users' load in a separate session with lower priority than the server: real users have other machines. */
async function atTheLimit(product: Product): Promise<Users> {
  const child = fork(join(import.meta.dirname, 'pressureLoad.ts'), [product.address], { detached: true });
  if (child.pid !== undefined) lowerPriority(child.pid, farBehind);
  const done: Users['done'] = {};
  child.on('message', (counts: Users['done']) => Object.assign(done, counts));
  await once(child, 'message');
  return {
    done,
    stop: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
