import { once } from 'node:events';
import { createServer } from 'node:net';
import { type Product, startProduct } from '../e2e/product.ts';

export const adminPassword = 'Anhao-2026x';

/** A running product and where it is reached. */
export interface Running {
  product: Product;
  address: string;
  watchPort: number;
  mqttPort: number;
}

/** From the start to open ports at most, ms; recovery after a kill takes a second or two. */
const startLimit = 60_000;

/**
 * A free port below those that systems give to outgoing connections. Whoever knocks at a killed server's port could else
 * be given this very port as their own, and the next start would find it taken.
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
 * Starts the server on the data folder, on free ports or on those of an earlier start; resolves when its ports are open.
 * One that does not come up is ended, and what it said is told.
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
    // A batch that the database refuses while it restarts is expected here, thousands of times.
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

/** Ends it as a service manager does, and waits for the end. */
export async function stopServer({ product }: Running): Promise<number | null> {
  product.process.kill('SIGTERM');
  return product.exit;
}
