import { buildApp } from './app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { openKey } from './crypto.ts';
import { lockDataDir } from './dataDirLock.ts';
import { closeDatabase, openDatabase } from './db.ts';
import { startEmbeddedPostgres } from './embeddedPostgres.ts';
import { readyWhen, startDraining } from './health.ts';
import { type DeviceStore, type Intake, openIntake } from './intake.ts';
import { handleSignals, onShutdown, shutdown, stopOrder } from './lifecycle.ts';
import { log } from './log.ts';
import { migrate } from './migrate.ts';
import { dropOldPartitions, makePartitions, shortOfPartitions } from './partitions.ts';
import { findParts, type RoomPart } from './rooms.ts';
import { useConfig } from './runtime.ts';
import { every } from './schedule.ts';
import { sealLogs } from './seal.ts';
import { runDemos, runSeeds } from './seeds.ts';
import { startSimulator } from './simulator.ts';
import { startStreams, stopStreams } from './stream.ts';
import { wake } from './wake.ts';

process.env.TZ = 'UTC';

async function openStore(config: Config): Promise<void> {
  const lock = lockDataDir(config.dataDir);
  onShutdown('data folder', stopOrder.lock, () => lock.release());
  openKey(lock.dataDir);
  let url = config.databaseUrl;
  if (!url) {
    const postgres = await startEmbeddedPostgres(lock);
    onShutdown('PostgreSQL', stopOrder.postgres, () => postgres.stop());
    url = postgres.url;
  }
  const direct = config.databaseDirectUrl ?? url;
  const applied = await migrate(direct, config.idSlice);
  if (applied.length > 0) log.info({ applied }, 'migrations applied');
  openDatabase(url, direct);
  onShutdown('database', stopOrder.database, closeDatabase);
  await makePartitions();
  await wake.open(direct);
  onShutdown('wake', stopOrder.database, () => wake.close());
  readyWhen('partitions', shortOfPartitions);
}

async function startParts(name: string): Promise<void> {
  for (const { noun, part } of await findParts<RoomPart>(name))
    onShutdown(`${noun} ${name}`, stopOrder.jobs, await part.start());
}

async function openDoors(config: Config): Promise<{ address: string; intake: Intake | null }> {
  const [store] = await findParts<DeviceStore>('store');
  const intake = config.roles.has('ingest') && store ? await openIntake(config, store.part) : null;
  if (intake) {
    onShutdown('device connections', stopOrder.devices, () =>
      intake.drain(config.drainMax * 500, Math.min(3000, config.drainMax * 200)),
    );
    onShutdown('ingest', stopOrder.ingest, () => intake.finish());
  }
  const app = await buildApp();
  await startStreams();
  onShutdown('streams', stopOrder.streams, () => stopStreams(500));
  const address = config.port === 'off' ? '' : await app.listen({ port: config.port, host: config.host });
  onShutdown('requests', stopOrder.requests, () => app.close());
  return { address, intake };
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  useConfig(config);
  handleSignals(config.drainMax);
  onShutdown('readiness', stopOrder.notReady, async () => {
    startDraining();
    await new Promise((resolve) => setTimeout(resolve, config.drainWait * 1000));
  });
  await openStore(config);
  await runSeeds();
  if (config.demo) await runDemos();
  await startParts('worker');
  if (config.roles.has('worker')) {
    onShutdown('seals', stopOrder.jobs, every('seal', 60, sealLogs, true));
    onShutdown(
      'partitions',
      stopOrder.jobs,
      every(
        'partitions',
        3600,
        async () => {
          await makePartitions();
          await dropOldPartitions();
        },
        true,
      ),
    );
  }
  const { address, intake } = await openDoors(config);
  if (config.demo && intake) onShutdown('simulator', stopOrder.doors, await startSimulator(config.host, intake.ports));
  announce(address, intake);
}

function announce(address: string, intake: Intake | null): void {
  const lines = [
    `安好已启动：${address}/`,
    ...(intake?.ports ?? []).map(({ name, port }) => `设备端口 ${name}：${port}`),
    `账号 admin（第一次启动时显示过初始密码，或由 ADMIN_PASSWORD 给定）`,
  ];
  process.stdout.write(`\n${lines.map((line) => `  ${line}`).join('\n')}\n\n`);
  process.send?.({ ready: true, address, ports: intake?.ports ?? [] });
}

start().catch((error: unknown) => {
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`);
  else if (error instanceof Error && !('code' in error) && error.message.split('\n').length === 1)
    process.stderr.write(`${error.message}\n`);
  else log.fatal({ err: error }, 'start failed');
  void shutdown('start failed', 1);
});
