import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { encodeWatch } from '#devices/watch/frame.ts';
import { registerCustomers } from '../test/support/customers.ts';
import { onDatabase, postmasterOf } from '../test/support/database.ts';
import { positionFields } from '../test/support/watch.ts';
import { type Figure, figure, mean } from './support/figures.ts';
import { cpuSeconds, cpuSecondsOfTree } from './support/process.ts';
import type { Product } from './support/product.ts';
import { type Device, openDevices } from './support/simulatedDevice.ts';
import { chatter } from './traffic.ts';

const turns = 4;
const seconds = 4;
const bareSeconds = 2;
const rowsAtOnce = 500;
/** Rows of ten messages of one watch in flight. */
const ahead = 4;
const watches = 200;
const minRatio = 0.3;

/**
 * Measures messages a second acknowledged to real watches, compared with a bare insert into the PostgreSQL of the
 * product in one run.
 */
export async function measureThroughput(product: Product, dataDir: string): Promise<Figure[]> {
  const customers = await registerCustomers(product.databaseUrl, turns * watches);
  // 200 watches stand in for thousands.
  await onDatabase(product.databaseUrl, (client) =>
    client.query(`update model set profile = profile || '{"maxPerMinute": 60000}' where code = 'watch'`),
  );
  const postmaster = postmasterOf(dataDir).pid;
  const bare: number[] = [];
  const both: number[] = [];
  const rates: number[] = [];
  const cpu = { server: 0, database: 0, messages: 0 };
  // Alternates, so that other load on the machine affects all of them.
  for (let turn = 0; turn < turns; turn++) {
    bare.push(await bareInsert(product.databaseUrl, 1));
    both.push(await bareInsert(product.databaseUrl, 2));
    const cpuBefore = [cpuSeconds(product.pid), cpuSecondsOfTree(postmaster)] as const;
    const numbers = customers.slice(turn * watches, (turn + 1) * watches).map(({ number }) => number);
    const devices = await openDevices('watch', product.watchPort, numbers);
    rates.push(await chatter(seconds, watches * ahead, (worker) => devices[worker % watches] as Device));
    cpu.server += cpuSeconds(product.pid) - cpuBefore[0];
    cpu.database += cpuSecondsOfTree(postmaster) - cpuBefore[1];
    for (const { socket, stored } of devices) {
      socket.end();
      cpu.messages += stored;
    }
  }
  const [rate, oneConnection, twoConnections] = [mean(rates), mean(bare), mean(both)];
  const each = (seconds: number): string => `${((seconds / cpu.messages) * 1e6).toFixed(0)} µs`;
  return [
    figure('Watch messages acknowledged (9 positions, 1 heartbeat)', `${rate.toFixed(0)} /s`),
    figure('CPU a message: server; database', `${each(cpu.server)}; ${each(cpu.database)}`),
    figure(`Bare insert, ${rowsAtOnce} rows at once`, `${oneConnection.toFixed(0)} rows/s`),
    ratioFigure('Ratio of the messages to it', rate / oneConnection),
    figure(
      'The same insert over 2 connections at once; ratio',
      `${twoConnections.toFixed(0)} rows/s; ${(rate / twoConnections).toFixed(2)}`,
    ),
  ];
}

export function ratioFigure(what: string, ratio: number): Figure {
  return figure(what, ratio.toFixed(2), `≥ ${minRatio}`, ratio >= minRatio);
}

/** Measures rows a second: the columns of a raw message, no index, no trigger; each connection waits for its commit. */
export async function bareInsert(databaseUrl: string, connections: number): Promise<number> {
  return onDatabase(databaseUrl, async (first) => {
    const others = Array.from({ length: connections - 1 }, () => new pg.Client(databaseUrl));
    await Promise.all(others.map((client) => client.connect()));
    try {
      await first.query(
        'create table if not exists bench_row (device_id bigint, key bigint, received_at timestamptz, device_time timestamptz, project_id bigint, protocol text, kind text, late boolean, body bytea)',
      );
      const end = performance.now() + bareSeconds * 1000;
      const counts = await Promise.all([first, ...others].map((client) => insertUntil(client, end)));
      return counts.reduce((sum, count) => sum + count, 0) / bareSeconds;
    } finally {
      await first.query('drop table bench_row');
      await Promise.all(others.map((client) => client.end()));
    }
  });
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
    const values = Array.from({ length: rowsAtOnce }, (_, row) => {
      const key = randomBytes(8).readBigInt64BE().toString();
      return [row, key, now, now, 1, 'watch', 'position', false, body];
    });
    await client.query({ name: 'bare', text, values: values.flat() });
    rows += rowsAtOnce;
  }
  return rows;
}
