import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Caller, logIn } from '../test/support/api.ts';
import { databaseUrlOf } from '../test/support/database.ts';
import { holderOf } from './process.ts';

const root = join(import.meta.dirname, '..');
export const password = 'Anhao-2026x';

/** The product as it is started by npm, with nobody in it but those whom the bench registers. */
export interface Product {
  address: string;
  watchPort: number;
  databaseUrl: string;
  /** Process id of the server itself. */
  pid: number;
  /** From the start of `script/start.mjs` until `/readyz` answered 200, ms. */
  readyAfter: number;
  logIn(account?: string): Promise<Caller>;
  stop(): Promise<void>;
}

/** Starts the product on a data folder and free ports. */
export async function startProduct(dataDir: string): Promise<Product> {
  const started = performance.now();
  const child = spawn(process.execPath, [join(root, 'script/start.mjs')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: password,
      CAPTCHA: 'off',
      DEMO: 'off',
      LOG_LEVEL: 'error',
      PORT: '0',
      WATCH_PORT: '0',
      JT808_PORT: 'off',
      GT06_PORT: 'off',
      H02_PORT: 'off',
      EV07B_PORT: 'off',
      MQTT_PORT: '0',
      // So that one machine may log in from many addresses.
      TRUST_PROXY: '127.0.0.1',
    },
  });
  const { address, watchPort } = await announced(child);
  while ((await fetch(`${address}/readyz`)).status !== 200);
  const readyAfter = performance.now() - started;
  return {
    address,
    watchPort,
    databaseUrl: databaseUrlOf(dataDir),
    pid: holderOf(dataDir),
    readyAfter,
    logIn: (account = 'admin') => logIn(address, account, password),
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function announced(child: ChildProcess): Promise<{ address: string; watchPort: number }> {
  if (!child.stdout) throw new Error('the product has no output');
  let address = '';
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    address ||= /http:\/\/[\d.]+:\d+/.exec(line)?.[0] ?? '';
    const port = /手表 TCP：(\d+)/.exec(line)?.[1];
    if (address && port) {
      // What it says later is read and dropped, or it would wait for a reader.
      child.stdout.resume();
      return { address, watchPort: Number(port) };
    }
  }
  throw new Error('the product did not start');
}
