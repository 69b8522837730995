import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { streamProtocols } from '#devices/streams.ts';
import { withLoopback } from '#server/testing/loopback.ts';
import { type Caller, logIn } from '../../test/support/api.ts';
import { databaseUrlOf } from '../../test/support/database.ts';
import { holderOf } from './process.ts';

const root = join(import.meta.dirname, '../..');
export const password = 'Anhao-2026x';

/** The product as started by npm, with only the customers that the bench registers. */
export interface Product {
  address: string;
  watchPort: number;
  /** Ports of all protocols over TCP, by name, and of `mqtt`. */
  ports: Readonly<Record<string, number>>;
  databaseUrl: string;
  /** Process id of the server. */
  pid: number;
  /** Time from the start of `script/start.mjs` until `/readyz` answered 200, ms. */
  readyAfter: number;
  logIn(account?: string): Promise<Caller>;
  /** Does nothing if it has ended. */
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
      JT808_PORT: '0',
      GT06_PORT: '0',
      H02_PORT: '0',
      EV07B_PORT: '0',
      MQTT_PORT: '0',
      // Receivers of messages run on this machine.
      ...withLoopback,
      // Lets one machine log in from many addresses.
      TRUST_PROXY: '127.0.0.1',
    },
  });
  const { address, ports } = await readAnnouncement(child);
  while ((await fetch(`${address}/readyz`)).status !== 200);
  const readyAfter = performance.now() - started;
  return {
    address,
    watchPort: ports.watch ?? 0,
    ports,
    databaseUrl: databaseUrlOf(dataDir),
    pid: holderOf(dataDir),
    readyAfter,
    logIn: (account = 'admin') => logIn(address, account, password),
    stop: async () => {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function readAnnouncement(child: ChildProcess): Promise<{ address: string; ports: Record<string, number> }> {
  if (!child.stdout) throw new Error('the product has no output');
  let address = '';
  const ports: Record<string, number> = {};
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    address ||= /http:\/\/[\d.]+:\d+/.exec(line)?.[0] ?? '';
    const [, title, port] = /设备端口 (.+)：(\d+)/.exec(line) ?? [];
    const protocol = title === 'MQTT' ? 'mqtt' : streamProtocols.find((one) => `${one.title} TCP` === title)?.name;
    if (protocol) ports[protocol] = Number(port);
    if (address && Object.keys(ports).length === streamProtocols.length + 1) {
      // Later output is read and dropped: otherwise the process would block.
      child.stdout.resume();
      return { address, ports };
    }
  }
  throw new Error('the product did not start');
}
