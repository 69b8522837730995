import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestApp } from './app.ts';
import { temporaryFolder } from './folder.ts';
import { adminPassword } from './template.ts';

export interface TestNode {
  url: string;
  child: ChildProcess;
  watchPort: number;
  /** Stops it with SIGTERM; returns its exit code. */
  stop(): Promise<number | null>;
  /** Kills it with SIGKILL. */
  kill(): Promise<void>;
}

const main = new URL('../boot/main.ts', import.meta.url).pathname;

/**
 * Starts a node in another process, with the database and key of `app`, which may be running or stopped; key '': with an
 * empty data folder. Rejects with what the node wrote to stderr if it ends before it is ready.
 */
export async function startNode(
  app: Pick<TestApp, 'databaseUrl' | 'key'>,
  env: NodeJS.ProcessEnv = {},
): Promise<TestNode> {
  const folder = await temporaryFolder();
  if (app.key) await writeFile(join(folder.path, 'secret.key'), app.key, { mode: 0o600 });
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {
      ...process.env,
      LOG_LEVEL: 'silent',
      DATA_DIR: folder.path,
      DATABASE_URL: app.databaseUrl,
      ADMIN_PASSWORD: adminPassword,
      PORT: '0',
      WATCH_PORT: '0',
      JT808_PORT: 'off',
      GT06_PORT: 'off',
      H02_PORT: 'off',
      EV07B_PORT: 'off',
      MQTT_PORT: 'off',
      CAPTCHA: 'off',
      DEMO: 'off',
      DRAIN_WAIT: '0',
      DRAIN_MAX: '5',
      ...env,
    },
  });
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk;
    process.stderr.write(chunk);
  });
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const started = once(child, 'message').then(
    ([message]) => message as { address: string; ports: { name: string; port: number }[] },
  );
  const ready = await Promise.race([started, exited]);
  if (ready === null || typeof ready === 'number') throw new Error(`the second node ended with ${ready}: ${errors}`);
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    const code = await exited;
    await folder.remove();
    return code;
  };
  return {
    url: ready.address,
    child,
    watchPort: ready.ports.find((listener) => listener.name.includes('手表'))?.port ?? 0,
    stop: () => end('SIGTERM'),
    kill: async () => {
      await end('SIGKILL');
    },
  };
}
