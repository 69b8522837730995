import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import pg from 'pg';
import { encodeWatch } from '#devices/watchFrame.ts';
import type { RegisteredCustomer } from '../test/support/customers.ts';
import { hex, onAnswers, positionFields } from '../test/support/watch.ts';
import type { Figure } from './figures.ts';
import { cpuSeconds, cpuSecondsOfTree } from './process.ts';
import type { Product } from './product.ts';

const turns = 4;
const seconds = 4;
const bareSeconds = 2;
const rowsAtOnce = 500;
/** Positions in a row before the heartbeat with the answer that confirms that all are stored. */
const positions = 9;
/** Rows of one watch in flight. */
const ahead = 4;
const watches = 200;

/**
 * Measures messages a second acknowledged to real watches, compared with a bare insert into the PostgreSQL of the
 * product in one run.
 */
export async function measureThroughput(
  product: Product,
  customers: readonly RegisteredCustomer[],
  postmaster: number,
): Promise<Figure[]> {
  await raiseMessageLimit(product.databaseUrl);
  const bare: number[] = [];
  const both: number[] = [];
  const rates: number[] = [];
  let messages = 0;
  const cpu = { server: 0, database: 0 };
  // Alternates, so that other load on the machine affects all of them.
  for (let turn = 0; turn < turns; turn++) {
    bare.push(await bareInsert(product.databaseUrl, 1));
    both.push(await bareInsert(product.databaseUrl, 2));
    const cpuBefore = [cpuSeconds(product.pid), cpuSecondsOfTree(postmaster)] as const;
    const run = await measureAcknowledged(product, customers.slice(turn * watches, (turn + 1) * watches));
    cpu.server += cpuSeconds(product.pid) - cpuBefore[0];
    cpu.database += cpuSecondsOfTree(postmaster) - cpuBefore[1];
    messages += run.messages;
    rates.push(run.rate);
  }
  const [rate, oneConnection, twoConnections] = [mean(rates), mean(bare), mean(both)];
  const ratio = rate / oneConnection;
  const each = (seconds: number): string => `${((seconds / messages) * 1e6).toFixed(0)} µs`;
  return [
    {
      what: 'Watch messages acknowledged (9 positions, 1 heartbeat)',
      aim: '',
      value: `${rate.toFixed(0)} /s`,
      met: null,
    },
    {
      what: 'CPU a message: server; database',
      aim: '',
      value: `${each(cpu.server)}; ${each(cpu.database)}`,
      met: null,
    },
    {
      what: `Bare insert, ${rowsAtOnce} rows at once`,
      aim: '',
      value: `${oneConnection.toFixed(0)} rows/s`,
      met: null,
    },
    { what: 'Ratio of the messages to it', aim: '≥ 0.3', value: ratio.toFixed(2), met: ratio >= 0.3 },
    {
      what: 'The same insert over 2 connections at once; ratio',
      aim: '',
      value: `${twoConnections.toFixed(0)} rows/s; ${(rate / twoConnections).toFixed(2)}`,
      met: null,
    },
  ];
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Measures rows a second: the columns of a raw message, no index, no trigger; each connection waits for its commit. */
export async function bareInsert(databaseUrl: string, connections: number): Promise<number> {
  const clients = Array.from({ length: connections }, () => new pg.Client(databaseUrl));
  await Promise.all(clients.map((client) => client.connect()));
  try {
    await clients[0]?.query(
      'create table if not exists bench_row (device_id bigint, key bigint, received_at timestamptz, device_time timestamptz, project_id bigint, protocol text, kind text, late boolean, body bytea)',
    );
    const end = performance.now() + bareSeconds * 1000;
    const counts = await Promise.all(clients.map((client) => insertUntil(client, end)));
    return counts.reduce((sum, count) => sum + count, 0) / bareSeconds;
  } finally {
    await clients[0]?.query('drop table bench_row');
    await Promise.all(clients.map((client) => client.end()));
  }
}

async function insertUntil(client: pg.Client, end: number): Promise<number> {
  const columns = 9;
  const placeholders = Array.from(
    { length: rowsAtOnce },
    (_, row) => `(${Array.from({ length: columns }, (_, column) => `$${row * columns + column + 1}`).join(',')})`,
  ).join(',');
  const text = `insert into bench_row values ${placeholders}`;
  const body = encodeWatch('3G', '9100000001', `UD,${positionFields(new Date(), 0)}`);
  let rows = 0;
  while (performance.now() < end) {
    const now = new Date().toISOString();
    const values = Array.from({ length: rowsAtOnce }, (_, row) => [
      row,
      randomBytes(8).readBigInt64BE().toString(),
      now,
      now,
      1,
      'watch',
      'position',
      false,
      body,
    ]);
    await client.query({ name: 'bare', text, values: values.flat() });
    rows += rowsAtOnce;
  }
  return rows;
}

/** Raises the message limit of the model: 200 watches stand in for thousands. */
async function raiseMessageLimit(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query(`update model set profile = profile || '{"maxPerMinute": 60000}' where code = 'watch'`);
  } finally {
    await client.end();
  }
}

async function measureAcknowledged(
  { watchPort }: Product,
  customers: readonly RegisteredCustomer[],
): Promise<{ rate: number; messages: number }> {
  const started = performance.now();
  const end = started + seconds * 1000;
  const counts = await Promise.all(customers.map((customer) => chatter(customer.number, watchPort, end)));
  const messages = counts.reduce((sum, count) => sum + count, 0);
  return { rate: messages / ((performance.now() - started) / 1000), messages };
}

/** Simulates one watch that reports as fast as it is answered, one second of the device clock between two positions. */
function chatter(number: string, port: number, end: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1');
    // Device time must not be in the future: it starts four minutes ago.
    let clock = Date.now() - 240_000;
    let waiting = 0;
    let stored = 0;
    let sent = 0;
    const send = (): void => {
      while (waiting < ahead && performance.now() < end) {
        const frames = Array.from({ length: positions }, () => {
          clock += 1000;
          return encodeWatch('3G', number, `UD,${positionFields(new Date(clock), 0)}`, hex(sent % 0x10000));
        });
        socket.write(Buffer.concat([...frames, encodeWatch('3G', number, 'LK,1024,0,76', hex(sent % 0x10000))]));
        waiting++;
        sent++;
      }
      if (waiting === 0) socket.end();
    };
    socket.setNoDelay(true);
    socket.on('connect', send);
    onAnswers(socket, () => {
      waiting--;
      stored += positions + 1;
      send();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(stored));
  });
}
