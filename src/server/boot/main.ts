// boot: entry points: the product, and scripts that run next to it.

import { runInBackground } from '#server/core/background.ts';
import { type Config, ConfigError, readConfig } from '#server/core/config.ts';
import { openKey } from '#server/core/crypto.ts';
import { lockDataDir } from '#server/core/dataDirLock.ts';
import { log } from '#server/core/log.ts';
import { handleSignals, onShutdown, shutdown, stopOrder } from '#server/core/process/lifecycle.ts';
import { freeMemoryWhenIdle } from '#server/core/process/memory.ts';
import { raisePriority } from '#server/core/process/processPriority.ts';
import { startEmbeddedPostgres } from '#server/embedded/postgres.ts';
import { startDraining } from '#server/http/health.ts';
import type { Ingest } from '#server/ingest/startIngest.ts';
import { startSimulator } from './simulator.ts';

process.env.TZ = 'UTC';

/** Time from the announcement until the first runs of all workers are over, ms. */
const settled = 3000;

/** Imports the rest of the server while PostgreSQL starts. */
function loadServer(): Promise<typeof import('./start.ts')> {
  return import('./start.ts');
}

/** Locks the data folder, loads its key, and returns the database URL; starts the database if none is configured. */
async function openDataDir(config: Config): Promise<string> {
  const lock = lockDataDir(config.dataDir);
  onShutdown('data folder', stopOrder.lock, () => lock.release());
  openKey(lock.dataDir);
  if (config.databaseUrl) return config.databaseUrl;
  const postgres = await startEmbeddedPostgres(lock, {}, () => runInBackground(loadServer(), 'loading'));
  onShutdown('PostgreSQL', stopOrder.postgres, () => postgres.stop());
  return postgres.url;
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  if (config.tls) (await import('#server/net/tlsPair.ts')).readPair(config.tls);
  raisePriority(process.pid);
  handleSignals(config.drainMax);
  onShutdown('readiness', stopOrder.notReady, async () => {
    startDraining();
    await new Promise((resolve) => setTimeout(resolve, config.drainWait * 1000));
  });
  const url = await openDataDir(config);
  const { boot } = await loadServer();
  const { address, intake: ingest, notes } = await boot(config, url, onShutdown);
  if (config.demo && ingest)
    onShutdown('simulator', stopOrder.listeners, await startSimulator(config.host, ingest.ports));
  announce(address, ingest, notes);
  setTimeout(freeMemoryWhenIdle, settled).unref();
}

function announce(address: string, ingest: Ingest | null, notes: string[]): void {
  const lines = [
    `安好已启动：${address}/`,
    ...(ingest?.ports ?? []).map(({ name, port }) => `设备端口 ${name}：${port}`),
    `账号 admin（第一次启动时显示过初始密码，或由 ADMIN_PASSWORD 给定）`,
    ...notes,
  ];
  process.stdout.write(`\n${lines.map((line) => `  ${line}`).join('\n')}\n\n`);
  process.send?.({ ready: true, address, ports: ingest?.ports ?? [] });
}

start().catch((error: unknown) => {
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`);
  else if (error instanceof Error && !('code' in error) && error.message.split('\n').length === 1)
    process.stderr.write(`${error.message}\n`);
  else log.fatal({ err: error }, 'start failed');
  runInBackground(shutdown('start failed', 1), 'stop');
});
