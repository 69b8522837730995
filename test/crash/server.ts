import { once } from 'node:events';
import { createServer } from 'node:net';
import pg from 'pg';
import { type Product, startProduct } from '../e2e/product.ts';

export const adminPassword = 'Anhao-2026x';

/** A running product and its ports. */
export interface Running {
  product: Product;
  address: string;
  watchPort: number;
  mqttPort: number;
}

/** Maximum time from the start to open ports, ms; recovery after a kill takes a second or two. */
const startLimit = 60_000;

/**
 * Returns a free port below the range of outgoing connections: otherwise a client could get this port while the server
 * is down, and the next start would find it taken.
 */
async function lastingPort(): Promise<string> {
  for (;;) {
    const port = 12_000 + Math.floor(Math.random() * 18_000);
    const server = createServer().listen(port);
    const free = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (free) await new Promise((closed) => server.close(closed));
    if (free) return String(port);
  }
}

/**
 * Starts the server on the data folder, on free ports or those of an earlier start; resolves when its ports are open.
 * On failure it is ended and its output reported.
 */
export async function startServer(
  dataDir: string,
  at?: Running,
  env: NodeJS.ProcessEnv = {},
  how: 'server' | 'fewFiles' = 'server',
): Promise<Running> {
  const ports = at
    ? { PORT: new URL(at.address).port, WATCH_PORT: String(at.watchPort), MQTT_PORT: String(at.mqttPort) }
    : { PORT: await lastingPort(), WATCH_PORT: await lastingPort(), MQTT_PORT: await lastingPort() };
  const product = startProduct(how, {
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: adminPassword,
    // Refused batches are expected while the database restarts, thousands of times.
    LOG_LEVEL: 'error',
    ...ports,
    ...env,
  });
  const timer = setTimeout(() => product.process.kill('SIGKILL'), startLimit);
  try {
    const [, address = ''] = await product.waitForOutput(/(http:\/\/127\.0\.0\.1:\d+)/);
    const [, watch] = await product.waitForOutput(/手表 TCP：(\d+)/);
    const [, mqtt] = await product.waitForOutput(/MQTT：(\d+)/);
    return { product, address, watchPort: Number(watch), mqttPort: Number(mqtt) };
  } finally {
    clearTimeout(timer);
  }
}

/** Stops it like a service manager, and waits for the end. */
export async function stopServer({ product }: Running): Promise<number | null> {
  product.process.kill('SIGTERM');
  return product.exit;
}

/** Kills the server and starts it again on its data folder and ports. */
export async function killAndRestart(dataDir: string, running: Running): Promise<Running> {
  running.product.process.kill('SIGKILL');
  await running.product.exit;
  return startServer(dataDir, running);
}

/** Holds a table of the database, so that writers of it wait until the server is killed; returns what releases it. */
export async function holdTable(url: string, table: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  // Its database dies with the server.
  client.on('error', () => undefined);
  await client.connect();
  await client.query('begin');
  await client.query(`lock table ${table} in share row exclusive mode`);
  return () => client.end().catch(() => undefined);
}
