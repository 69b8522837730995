import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { registerCustomers } from '../../test/support/customers.ts';
import { type Client, openClient } from '../support/commands.ts';
import { delays, type Figure, figure, mean, ms, percentile } from '../support/figures.ts';
import { openPresser, type Strike } from '../support/presser.ts';
import { residentMb } from '../support/process.ts';
import type { Product } from '../support/product.ts';
import type { GatewayCommand, GatewayResult } from './client.ts';
import { assignChildren, registerGateways, stateUpdates } from './gatewayRows.ts';

const [gateways, each, idle] = [50, 50, 1000];
const perSecond = 250;
const turns = 2;
const seconds = 5;
/** Time of the same rate of own devices, s. */
const ownSeconds = 6;
/** Messages without an answer on all connections together. */
const ahead = 300;
const presses = 60;
const lists = 20;
/** Devices of a list of 1 MB. */
const listed = 170;
const warmUp = 10;
const [minRatio, maxAck, maxPress, maxHold] = [0.8, 100, 100, 50];
/** Interval of a gateway's sign of life, and how many of them are counted. */
const [signSeconds, signs] = [20, 2];
const keepalive = 60;
const firstLook = 20_000;

type Bench = Client<GatewayCommand, GatewayResult>;

/** Measures gateways of Zigbee2MQTT: messages beside those of as many own devices, presses among them, idle ones. */
export async function measureGateways(product: Product): Promise<Figure[]> {
  const own = gateways * each;
  await registerGateways(product.databaseUrl, { gateways: idle, withChildren: gateways, each, own });
  const customers = await registerCustomers(product.databaseUrl, warmUp + 2 * presses + 2 * lists);
  await assignChildren(product.databaseUrl, customers);
  const client: Bench = openClient(join(import.meta.dirname, 'client.ts'));
  try {
    return [
      ...(await idleGateways(product, client)),
      ...(await rates(product, client)),
      ...(await pressesAmong(product, client, customers)),
    ];
  } finally {
    client.end();
  }
}

/** Measures on a server without earlier connections: a process keeps the memory that it once had. */
async function idleGateways({ pid, ports, databaseUrl }: Product, { execute }: Bench): Promise<Figure[]> {
  const opened = async (of: 'gateways' | 'own') => {
    const memoryBefore = residentMb(pid);
    await execute({ kind: 'open', of, port: ports.mqtt ?? 0, count: idle, keepalive: 10 });
    await rest(5000);
    return ((residentMb(pid) - memoryBefore) * 1000) / idle;
  };
  const ofDevice = await opened('own');
  const ofGateway = await opened('gateways');
  // By then the first look at their silence has set when the next is due.
  await rest(firstLook);
  const [before, from] = [await stateUpdates(databaseUrl), performance.now()];
  await rest(signs * signSeconds * 1000);
  const written = (await stateUpdates(databaseUrl)) - before;
  const updates = written / idle / ((performance.now() - from) / 1000 / signSeconds);
  await execute({ kind: 'close' });
  return [
    figure(
      `Memory of the server for each of ${idle} idle gateways; of as many devices over MQTT`,
      `${ofGateway.toFixed(1)} kB; ${ofDevice.toFixed(1)} kB`,
      'no more',
      ofGateway <= ofDevice,
    ),
    figure(
      `Rows of ${idle} idle gateways with a keep-alive of 10 s, written each ${signSeconds} s, a gateway`,
      updates.toFixed(2),
      '≤ 1, beside one look at its silence in 180 s',
      updates <= 1 + signSeconds / 180,
    ),
  ];
}

async function rates({ ports }: Product, { execute }: Bench): Promise<Figure[]> {
  const measured = { own: [] as number[], gateways: [] as number[] };
  // Alternates, so that other load on the machine affects both.
  for (let turn = 0; turn < 2 * turns; turn++) {
    const of = turn % 2 === 0 ? 'own' : 'gateways';
    const count = of === 'own' ? gateways * each : gateways;
    await execute({ kind: 'open', of, port: ports.mqtt ?? 0, count, keepalive, ...(of === 'gateways' && { each }) });
    await execute({ kind: 'send', seconds: 1, ahead, each });
    measured[of].push((await execute({ kind: 'send', seconds, ahead, each })).rate);
    await execute({ kind: 'close' });
  }
  const [own, ofGateways] = [mean(measured.own), mean(measured.gateways)];
  const ratio = ofGateways / own;
  return [
    figure(`Messages acknowledged of ${gateways * each} own devices over MQTT`, `${own.toFixed(0)} /s`),
    figure(
      `The same readings of ${gateways} gateways with ${each} children each; ratio`,
      `${ofGateways.toFixed(0)} /s; ${ratio.toFixed(2)}`,
      `≥ ${minRatio}`,
      ratio >= minRatio,
    ),
  ];
}

async function pressesAmong(
  product: Product,
  { execute }: Bench,
  customers: readonly Parameters<Awaited<ReturnType<typeof openPresser>>['press']>[0][number][],
): Promise<Figure[]> {
  const childOf = new Map(customers.map(({ number }, child) => [number, child]));
  const strike =
    (before: () => Promise<unknown>): Strike =>
    async (number) => {
      await before();
      return {
        press: () => void execute({ kind: 'press', child: childOf.get(number) ?? 0, each }),
        end: () => undefined,
      };
    };
  const queue = [...customers];
  const presser = await openPresser(product);
  const press = async (count: number, before: () => Promise<unknown> = async () => undefined) =>
    (await presser.press(queue.splice(0, count), undefined, strike(before))).event;
  const port = product.ports.mqtt ?? 0;
  await execute({ kind: 'open', of: 'own', port, count: gateways * each, keepalive });
  await execute({ kind: 'report', perSecond, each });
  await rest(ownSeconds * 1000);
  const own = await execute({ kind: 'stop' });
  await execute({ kind: 'close' });
  await execute({ kind: 'open', of: 'gateways', port, count: gateways, keepalive, each });
  await press(warmUp);
  const alone = await press(presses);
  await execute({ kind: 'report', perSecond, each });
  const among = await press(presses);
  const { rate, acknowledged } = await execute({ kind: 'stop' });
  const plain = await press(lists);
  const behind = await press(lists, () => execute({ kind: 'list', gateway: gateways - 1, children: listed }));
  await execute({ kind: 'close' });
  presser.close();
  const hold = percentile(behind, 0.95) - percentile(plain, 0.95);
  const what = 'Press of a gateway’s child → event on a stream';
  return [
    delays(`PUBACK of ${gateways * each} own devices, ${own.rate.toFixed(0)} messages/s`, own.acknowledged),
    delays(`PUBACK of ${gateways} × ${each} children, ${rate.toFixed(0)} messages/s`, acknowledged, maxAck),
    delays(`${what}, idle`, alone),
    delays(`${what}, among these messages`, among, maxPress),
    figure(
      `${what}, behind a list of devices of 1 MB of another gateway: p95, and how much later than without it, in one run`,
      `${ms(percentile(behind, 0.95))}, ${ms(hold)} (${behind.length} samples)`,
      `≤ ${maxHold} ms later`,
      hold <= maxHold,
    ),
  ];
}
