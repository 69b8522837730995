import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { registerCustomers, registerDevices } from '../test/support/customers.ts';
import type { ClientCommand, CommandResult } from './ingestClient.ts';
import { openClient } from './support/commands.ts';
import { delays, type Figure, figure, mean } from './support/figures.ts';
import { openPresser } from './support/presser.ts';
import { residentMb } from './support/process.ts';
import type { Product } from './support/product.ts';
import { wires } from './support/wires.ts';
import { bareInsert, ratioFigure } from './throughput.ts';

const connections = 5000;
const slow = 500;
const turns = 2;
const seconds = 3;
/** Rows of ten messages in flight on all connections together. */
const ahead = 300;
const presses = 150;
/** Number of warm-up presses, not counted. */
const warmUp = 20;
const positionsPerSecond = 500;

type Execute = (command: ClientCommand) => Promise<CommandResult>;

/**
 * Measures per protocol with 5,000 devices: messages stored a second, compared with a bare insert; cost of idle
 * devices; delay of a press on another watch while they report, or while 500 slow ones block the port.
 */
export async function measureIngest(product: Product): Promise<Figure[]> {
  for (const [protocol, { number }] of Object.entries(wires)) {
    const numbers = Array.from({ length: connections + slow }, (_, index) => number(index));
    await registerDevices(product.databaseUrl, protocol, numbers);
  }
  const client = openClient<ClientCommand, CommandResult>(join(import.meta.dirname, 'ingestClient.ts'));
  const { execute } = client;
  try {
    const figures = [await idleMemory(product, execute)];
    for (const protocol of Object.keys(wires)) figures.push(...(await rateOf(product, execute, protocol)));
    figures.push(...(await underLoad(product, execute)));
    return figures;
  } finally {
    client.end();
  }
}

const openCommand = ({ ports }: Product, protocol: string): ClientCommand => {
  return { kind: 'open', protocol, port: ports[protocol] ?? 0, count: connections };
};

/** Measures on a server without earlier connections: a process keeps the memory that it once had. */
async function idleMemory(product: Product, execute: Execute): Promise<Figure> {
  const memoryBefore = residentMb(product.pid);
  await execute(openCommand(product, 'watch'));
  await rest(5000);
  const each = ((residentMb(product.pid) - memoryBefore) * 1000) / connections;
  await execute({ kind: 'close' });
  return figure(`Memory of the server for each of ${connections} idle watches`, `${each.toFixed(1)} kB`);
}

async function rateOf(product: Product, execute: Execute, protocol: string): Promise<Figure[]> {
  await execute(openCommand(product, protocol));
  const rates: number[] = [];
  const bare: number[] = [];
  // Alternates, so that other load on the machine affects both.
  for (let turn = 0; turn < turns; turn++) {
    bare.push(await bareInsert(product.databaseUrl, 1));
    rates.push((await execute({ kind: 'chatter', seconds, ahead })).rate);
  }
  await execute({ kind: 'close' });
  const [rate, rows] = [mean(rates), mean(bare)];
  const what = `${protocol}: messages acknowledged, ${connections} connections (9 positions, 1 sign of life)`;
  return [
    figure(what, `${rate.toFixed(0)} /s`),
    ratioFigure(`${protocol}: ratio to a bare insert of 500 rows at once (${rows.toFixed(0)} rows/s)`, rate / rows),
  ];
}

async function underLoad(product: Product, execute: Execute): Promise<Figure[]> {
  const customers = await registerCustomers(product.databaseUrl, warmUp + 3 * presses);
  const presser = await openPresser(product);
  const press = async (count: number) => (await presser.press(customers.splice(0, count))).event;
  await press(warmUp);
  const idle = await press(presses);
  await execute(openCommand(product, 'watch'));
  await execute({ kind: 'report', perSecond: positionsPerSecond });
  const reporting = await press(presses);
  await execute({ kind: 'close' });
  await execute(openCommand(product, 'watch'));
  await execute({ kind: 'drip', count: slow });
  // By then the first slow devices were cut and have reconnected.
  await rest(12_000);
  const hanging = await press(presses);
  const { cut } = await execute({ kind: 'close' });
  presser.close();
  const what = 'Press → event on a stream';
  return [
    delays(`${what}, idle`, idle),
    delays(`${what}, under ${positionsPerSecond} positions/s of ${connections} watches`, reporting, 100),
    delays(`${what}, beside ${connections} idle and ${slow} slow connections (${cut} times cut)`, hanging, 100),
  ];
}
