import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import type { Person } from '../test/support/people.ts';
import { pressFrame } from '../test/support/watch.ts';
import { type Figure, spread } from './figures.ts';
import type { FloodOrder } from './floodLoad.ts';
import { standing } from './latency.ts';
import { compared, type Desk, openDesk } from './pressure.ts';
import type { Product } from './product.ts';

/** Connections that send at full speed, half of them on each port. */
const floods = 8;
const presses = 150;
const warmUp = 20;
const looks = 100;
/** Between two presses, and after so long no more are made, ms. */
const apart = 60;
const longest = 60_000;

/** The way of an alarm and of `/readyz` at rest, and while eight connections that name no known device send what they can. */
export async function measureFloods(product: Product, people: readonly Person[]): Promise<Figure[]> {
  const caller = await product.logIn();
  const desk = await openDesk(product.address, caller.token);
  const press = (from: number, count: number) => pressAll(product, people.slice(from, from + count), desk);
  await press(0, warmUp);
  const idle = { event: await press(warmUp, presses), ready: await readyTimes(product) };
  const child = fork(join(import.meta.dirname, 'floodLoad.ts'), { stdio: 'inherit' });
  const order: FloodOrder = {
    count: floods,
    ports: { h02: product.ports.h02 ?? 0, jt808: product.ports.jt808 ?? 0 },
  };
  child.send(order);
  let sent = 0;
  child.on('message', (bytes: number) => {
    sent = bytes;
  });
  await once(child, 'message');
  await rest(3000);
  const busy = { event: await press(warmUp + presses, presses), ready: await readyTimes(product) };
  const taken = sent;
  child.kill('SIGKILL');
  desk.response.destroy();
  const when = `${floods} anonymous connections at full speed`;
  return [
    ...compared('SOS of a registered watch → event on a stream', idle.event, busy.event, when),
    { what: '`/readyz`, idle: p50 / p95 / p99', aim: '', value: spread(idle.ready), met: null },
    { what: `\`/readyz\`, ${when}`, aim: '', value: spread(busy.ready), met: null },
    {
      what: 'What the floods wrote until then, what waits in the network included',
      aim: '',
      value: `${(taken / 1e6).toFixed(1)} MB`,
      met: null,
    },
  ];
}

/** From each press to its event on the operator's stream, ms. */
async function pressAll({ watchPort }: Product, people: readonly Person[], desk: Desk): Promise<number[]> {
  const event: number[] = [];
  const started = performance.now();
  for (const { number } of people) {
    if (performance.now() - started > longest) break;
    const socket = await standing(watchPort, number);
    const heard = desk.next();
    const pressed = performance.now();
    socket.write(pressFrame(number, 1, new Date()));
    event.push((await heard).at - pressed);
    socket.end();
    await rest(apart);
  }
  return event;
}

async function readyTimes({ address }: Product): Promise<number[]> {
  const times: number[] = [];
  const started = performance.now();
  for (let n = 0; n < looks && performance.now() - started < longest; n++) {
    const asked = performance.now();
    await (await fetch(`${address}/readyz`)).text();
    times.push(performance.now() - asked);
  }
  return times;
}
