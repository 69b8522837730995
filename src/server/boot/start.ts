import type { Config } from '#server/core/config.ts';
import { log } from '#server/core/log.ts';
import { stopOrder } from '#server/core/process/lifecycle.ts';
import { settleConfig } from '#server/core/runtime.ts';
import { closeDatabase, openDatabase } from '#server/db/db.ts';
import { migrate } from '#server/db/migrate.ts';
import { dropOldPartitions, makePartitions, shortOfPartitions } from '#server/db/partitions.ts';
import { wake } from '#server/db/wake.ts';
import { extensionsOf } from '#server/feature/extensions.ts';
import { beforePartitionDrop } from '#server/feature/oldPartitions.ts';
import { runDemos, runSeeds } from '#server/feature/seeds.ts';
import { diskProblem } from '#server/files/disk.ts';
import { buildApp } from '#server/http/app.ts';
import { readyWhen } from '#server/http/health.ts';
import { type Ingest, startIngest } from '#server/ingest/startIngest.ts';
import { every } from '#server/jobs/schedule.ts';
import { startStreams, stopStreams } from '#server/live/stream.ts';
import { type Doors, openDoors } from '#server/net/doors.ts';
import { addressTest } from '#server/net/proxy.ts';
import { openTls, type Tls } from '#server/net/tls.ts';
import { checkKey } from './keyCheck.ts';
import { followRotation, keyProblem, startRotations } from './keyRotation.ts';

/** Registers a shutdown step, as `onShutdown` does. */
export type OnStop = (name: string, order: number, run: () => Promise<void> | void) => void;

export interface Booted {
  /** `http://host:port`, `https://` with TLS, '' with `PORT=off`. */
  address: string;
  intake: Ingest | null;
  /** Lines to print at the start. */
  notes: string[];
}

async function openStore(config: Config, url: string, onStop: OnStop): Promise<void> {
  const direct = config.databaseDirectUrl ?? url;
  const applied = await migrate(direct, config.idSlice);
  if (applied.length > 0) log.info({ applied }, 'migrations applied');
  await openDatabase(url, direct, !config.databaseUrl);
  onStop('database', stopOrder.database, closeDatabase);
  await checkKey();
  await makePartitions();
  await wake.open(direct);
  onStop('wake', stopOrder.database, () => wake.close());
  readyWhen('partitions', shortOfPartitions);
  readyWhen('disk', diskProblem);
  await followRotation();
  readyWhen('key', keyProblem);
}

async function startParts(config: Config, onStop: OnStop): Promise<void> {
  onStop('key', stopOrder.jobs, startRotations(config.roles.has('worker')));
  for (const { name, extension: part } of await extensionsOf('worker'))
    onStop(`${name} worker`, stopOrder.jobs, await part.start());
  if (!config.roles.has('worker')) return;
  const tend = async () => {
    await makePartitions();
    await dropOldPartitions(new Date(), beforePartitionDrop);
  };
  onStop('partitions', stopOrder.jobs, every('partitions', '日志与数据分区', 3600, tend, true));
}

async function openDevices(config: Config, onStop: OnStop, doors: Doors, tls: Tls | undefined): Promise<Ingest | null> {
  const [store] = await extensionsOf('deviceStore');
  if (!config.roles.has('ingest') || !store) return null;
  const ingest = await startIngest(config, store.extension, doors, tls);
  onStop('device connections', stopOrder.devices, () =>
    ingest.drain(config.drainMax * 500, Math.min(3000, config.drainMax * 200)),
  );
  onStop('ingest', stopOrder.ingest, () => ingest.finish());
  return ingest;
}

/** Boots the product on the database server at `url` until it listens; the key must be loaded. */
export async function boot(config: Config, url: string, onStop: OnStop): Promise<Booted> {
  settleConfig(config);
  const tls = config.tls && openTls(config.tls);
  if (tls) onStop('certificate', stopOrder.requests, () => tls.close());
  await openStore(config, url, onStop);
  await runSeeds();
  const notes = config.demo ? await runDemos() : [];
  await startParts(config, onStop);
  const doors = openDoors(
    { openFiles: config.openFiles, users: config.port !== 'off', devices: config.roles.has('ingest') },
    addressTest(config.trustProxy),
  );
  const ingest = await openDevices(config, onStop, doors.devices, tls);
  const app = await buildApp(undefined, tls, doors.users);
  await startStreams();
  onStop('streams', stopOrder.streams, () => stopStreams(500));
  const listenUrl = config.port === 'off' ? '' : await app.listen({ port: config.port, host: config.host });
  const address = tls ? listenUrl.replace(/^http:/, 'https:') : listenUrl;
  onStop('requests', stopOrder.requests, () => app.close());
  return { address, intake: ingest, notes };
}
