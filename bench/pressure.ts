import { fork } from 'node:child_process';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import { lowerPriority } from '#server/core/processPriority.ts';
import type { Caller } from '../test/support/api.ts';
import type { RegisteredCustomer } from '../test/support/customers.ts';
import { pressFrame } from '../test/support/watch.ts';
import { type Figure, percentile, spread } from './figures.ts';
import { connectWatch } from './latency.ts';
import { manyWarns } from './load.ts';
import type { Product } from './product.ts';

/** Number of samples, idle and under load: the p99 is the fourth worst. */
const samples = 400;
/** Time between two presses, ms. */
const gapMs = 60;
const warmUp = 20;
const maxRatio = 3;
/** Priority difference (nice) of the users' processes. */
const farBehind = 10;

/** An operator's stream; `next` resolves with the id of the next new warn. */
export interface EventStream {
  response: IncomingMessage;
  next(): Promise<{ id: string; at: number }>;
}

/** Times from a press on a watch to its event on a live stream, and of the operator's 接警 call, ms. */
interface Delays {
  event: number[];
  claim: number[];
}

/** Measures the path of a warn, idle and while users load the server up to their limits, in one run. */
export async function measurePressure(product: Product, customers: readonly RegisteredCustomer[]): Promise<Figure[]> {
  const caller = await product.logIn();
  await manyWarns(product.databaseUrl);
  const stream = await openEventStream(product.address, caller.token);
  await pressAndClaim(product, customers.slice(0, warmUp), stream, caller);
  const idle = await pressAndClaim(product, customers.slice(warmUp, warmUp + samples), stream, caller);
  const load = await atTheLimit(product);
  // By then every kind of load runs, and loading at first use is done.
  await rest(8000);
  const doneBefore = { ...load.done };
  const unanswered = () => Object.keys(doneBefore).filter((kind) => load.done[kind] === doneBefore[kind]);
  // A large export takes longer than the presses: they continue until one is done, or every customer has pressed.
  const busy = await pressAndClaim(
    product,
    customers.slice(warmUp + samples),
    stream,
    caller,
    () => unanswered().length > 0,
  );
  const counted = Object.entries(load.done).map(([kind, count]) => `${kind} ${count - (doneBefore[kind] ?? 0)}`);
  await load.stop();
  stream.response.destroy();
  const figures = [
    compared('Press → event on a stream', idle.event, busy.event),
    compared('接警 → answered', idle.claim, busy.claim),
  ].flat();
  return [
    ...figures,
    { what: 'Answered meanwhile', aim: 'some of each', value: counted.join(', '), met: unanswered().length === 0 },
  ];
}

function compared(
  what: string,
  idle: readonly number[],
  busy: readonly number[],
  when = 'everything else at its limit',
): Figure[] {
  const ratio = percentile(busy, 0.99) / percentile(idle, 0.99);
  return [
    { what: `${what}, idle: p50 / p95 / p99`, aim: '', value: spread(idle), met: null },
    { what: `${what}, ${when}`, aim: '', value: spread(busy), met: null },
    { what: `${what}: ratio of the p99`, aim: `≤ ${maxRatio}`, value: ratio.toFixed(1), met: ratio <= maxRatio },
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
  const users: Users = {
    done: {},
    stop: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
  child.on('message', (done: Users['done']) => Object.assign(users.done, done));
  await once(child, 'message');
  return users;
}

/** Presses one watch after the other and claims each warn; 150 of them, and more while `goOn` returns true. */
export async function pressAndClaim(
  { watchPort }: Product,
  customers: readonly RegisteredCustomer[],
  stream: EventStream,
  caller: Caller,
  goOn: () => boolean = () => false,
): Promise<Delays> {
  const event: number[] = [];
  const claim: number[] = [];
  for (const { number } of customers) {
    if (event.length >= samples && !goOn()) break;
    const socket = await connectWatch(watchPort, number);
    const arrival = stream.next();
    const pressed = performance.now();
    socket.write(pressFrame(number, 1, new Date()));
    const { id, at } = await arrival;
    event.push(at - pressed);
    const claimStarted = performance.now();
    const { code } = await caller.call('warn/claimWarn', { id }, 600_000);
    if (code !== 0) throw new Error(`an alarm could not be taken: ${code}`);
    claim.push(performance.now() - claimStarted);
    socket.end();
    await rest(gapMs);
  }
  return { event, claim };
}

/** Opens the live stream of the token's user. */
export async function openEventStream(address: string, token: string): Promise<EventStream> {
  const headers = { Authorization: `Bearer ${token}`, 'X-Requested-With': 'XMLHttpRequest' };
  const request = get(`${address}/api/events`, { headers, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`a stream was refused with ${response.statusCode}`);
  // The bench closes the stream at the end.
  response.on('error', () => undefined);
  response.setEncoding('utf8');
  let hear: (arrival: { id: string; at: number }) => void = () => undefined;
  const parser = createParser({
    onEvent: ({ event, data }) => {
      const at = performance.now();
      const id = event === 'warn' && /"kind":"created","warn":\{"id":"(\d+)"/.exec(data)?.[1];
      if (id) hear({ id, at });
    },
  });
  response.on('data', (part: string) => parser.feed(part));
  return { response, next: () => new Promise((resolve) => (hear = resolve)) };
}
