import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import pg from 'pg';
import { type RegisteredCustomer, registerCustomers } from '../test/support/customers.ts';
import { type Figure, percentile, spread } from './figures.ts';
import type { ClientCommand, CommandResult } from './ingestClient.ts';
import { openEventStream, pressAndClaim } from './pressure.ts';
import { residentMb } from './process.ts';
import type { Product } from './product.ts';
import { bareInsert, mean } from './throughput.ts';
import { wires } from './wires.ts';

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

/**
 * Measures per protocol with 5,000 devices: messages stored a second, compared with a bare insert; cost of idle
 * devices; delay of a press on another watch while they report, or while 500 slow ones block the port.
 */
export async function measureIngest(product: Product): Promise<Figure[]> {
  await register(product.databaseUrl);
  const customers = await registerCustomers(product.databaseUrl, warmUp + 3 * presses);
  const client = fork(join(import.meta.dirname, 'ingestClient.ts'), { stdio: 'inherit' });
  try {
    const figures = [await idleMemory(product, client)];
    for (const protocol of Object.keys(wires)) figures.push(...(await rateOf(product, client, protocol)));
    figures.push(...(await underLoad(product, client, customers)));
    return figures;
  } finally {
    client.kill('SIGKILL');
  }
}

async function execute(client: ChildProcess, command: ClientCommand): Promise<CommandResult> {
  client.send(command);
  const [done] = (await once(client, 'message')) as [CommandResult];
  return done;
}

const openCommand = ({ ports }: Product, protocol: string, count: number): ClientCommand => ({
  ...{ kind: 'open', protocol, count },
  port: ports[protocol] ?? 0,
});

/** Measures on a server without earlier connections: a process keeps the memory that it once had. */
async function idleMemory(product: Product, client: ChildProcess): Promise<Figure> {
  const memoryBefore = residentMb(product.pid);
  await execute(client, openCommand(product, 'watch', connections));
  await rest(5000);
  const each = ((residentMb(product.pid) - memoryBefore) * 1000) / connections;
  await execute(client, { kind: 'close' });
  const what = `Memory of the server for each of ${connections} idle watches`;
  return { what, aim: '', value: `${each.toFixed(1)} kB`, met: null };
}

async function rateOf(product: Product, client: ChildProcess, protocol: string): Promise<Figure[]> {
  await execute(client, openCommand(product, protocol, connections));
  const rates: number[] = [];
  const bare: number[] = [];
  // Alternates, so that other load on the machine affects both.
  for (let turn = 0; turn < turns; turn++) {
    bare.push(await bareInsert(product.databaseUrl, 1));
    const { messages, ms } = await execute(client, { kind: 'chatter', seconds, ahead });
    rates.push(messages / (ms / 1000));
  }
  await execute(client, { kind: 'close' });
  const [rate, rows] = [mean(rates), mean(bare)];
  return [
    {
      what: `${protocol}: messages acknowledged, ${connections} connections (9 positions, 1 sign of life)`,
      aim: '',
      value: `${rate.toFixed(0)} /s`,
      met: null,
    },
    {
      what: `${protocol}: ratio to a bare insert of 500 rows at once (${rows.toFixed(0)} rows/s)`,
      aim: '≥ 0.3',
      value: (rate / rows).toFixed(2),
      met: rate / rows >= 0.3,
    },
  ];
}

async function underLoad(
  product: Product,
  client: ChildProcess,
  customers: readonly RegisteredCustomer[],
): Promise<Figure[]> {
  const caller = await product.logIn();
  const stream = await openEventStream(product.address, caller.token);
  const pressed = (part: number) => {
    const some = customers.slice(warmUp + part * presses, warmUp + (part + 1) * presses);
    return pressAndClaim(product, some, stream, caller);
  };
  await pressAndClaim(product, customers.slice(0, warmUp), stream, caller);
  const idle = await pressed(0);
  await execute(client, openCommand(product, 'watch', connections));
  await execute(client, { kind: 'report', perSecond: positionsPerSecond });
  const reporting = await pressed(1);
  await execute(client, { kind: 'close' });
  await execute(client, openCommand(product, 'watch', connections));
  await execute(client, { kind: 'drip', count: slow });
  // By then the first slow devices were cut and have reconnected.
  await rest(12_000);
  const hanging = await pressed(2);
  const { cut } = await execute(client, { kind: 'close' });
  stream.response.destroy();
  const pressFigure = (when: string, sample: number[], aimed: boolean): Figure => ({
    what: `Press → event on a stream, ${when}: p50 / p95 / p99`,
    aim: aimed ? 'p99 < 100 ms' : '',
    value: spread(sample),
    met: aimed ? percentile(sample, 0.99) < 100 : null,
  });
  return [
    pressFigure('idle', idle.event, false),
    pressFigure(`under ${positionsPerSecond} positions/s of ${connections} watches`, reporting.event, true),
    pressFigure(`beside ${connections} idle and ${slow} slow connections (${cut} times cut)`, hanging.event, true),
  ];
}

/** Registers the devices of each protocol, without customers. */
async function register(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const [protocol, { number }] of Object.entries(wires)) {
      const numbers = Array.from({ length: connections + slow }, (_, index) => number(index));
      await client.query(registration, [protocol, numbers]);
    }
  } finally {
    await client.end();
  }
}

const registration = `
  with place as (
    select p.id as project_id, p.department_id from project p where p.deleted_at is null order by p.id limit 1),
  devices as (
    insert into equipment (sn, model_id, name, state, department_id, project_id)
    select $1 || '-' || n.number, m.id, '定位器', 'activated', place.department_id, place.project_id
    from unnest($2::text[]) as n (number) join model m on m.code = $1 and m.deleted_at is null, place
    returning id, sn, project_id),
  known as (
    insert into equipment_identifier (protocol, number, equipment_id)
    select $1, split_part(sn, '-', 2), id from devices)
  insert into device_state (device_id, project_id) select id, project_id from devices`;
