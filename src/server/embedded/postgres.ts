// embedded: the PostgreSQL server that is part of the product.

import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type DataDirLock, lockDataDir } from '#server/core/dataDirLock.ts';
import { log } from '#server/core/log.ts';
import { appUrl, prepareDatabase } from './accounts.ts';
import { type Cluster, openCluster } from './cluster.ts';
import { type Postmaster, startPostmaster, stopOrphan, stopPostmaster } from './postmaster.ts';

/** Settings for a machine shared with the application; a bigger installation sets DATABASE_URL to another server. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 100,
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  fsync: 'on',
  synchronous_commit: 'on',
  wal_compression: 'on',
  max_wal_size: '1GB',
  min_wal_size: '80MB',
  checkpoint_timeout: '10min',
  random_page_cost: 1.1,
  jit: 'off',
  // Each backend reads its pages at its own priority; I/O workers would serve lists and alarms alike.
  io_method: 'sync',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_checkpoints: 'off',
};

export type EmbeddedPostgres = {
  /** URL of the application's database with the password of its ordinary account. */
  readonly url: string;
  /** Stops the server; call it after everything that uses the database has stopped. */
  stop(): Promise<void>;
};

/**
 * Starts the PostgreSQL of the npm packages on the locked data folder; first stops a server left by a killed process.
 * If the server dies, it is restarted on the same port: for the application an ordinary database restart.
 * @param settings overrides of the server settings, by name
 * @param onSpawned called when the server process exists, before it accepts connections: time for other work
 * @throws with a message for the operator if it cannot run here
 */
export async function startEmbeddedPostgres(
  lock: DataDirLock,
  settings: Record<string, string | number> = {},
  onSpawned: () => void = () => undefined,
): Promise<EmbeddedPostgres> {
  const cluster = openCluster(lock.dataDir);
  const home = dirname(cluster.dir);
  // A copied data folder refers to the same outside folder, which its original may be using.
  const homeLock = home === lock.dataDir ? undefined : lockDataDir(home);
  await stopOrphan(cluster.dir);
  const merged = { ...SETTINGS, ...settings };
  let postmaster = await startPostmaster(cluster, 0, merged, onSpawned);
  const { port } = postmaster;
  let shouldRun = true;

  const revive = async (): Promise<void> => {
    while (shouldRun) {
      await postmaster.exited;
      postmaster = (await restart(cluster, port, merged, () => shouldRun)) ?? postmaster;
    }
  };
  const guard = revive();

  const stop = async (): Promise<void> => {
    shouldRun = false;
    await stopPostmaster(postmaster);
    await guard;
    // A server stopped from outside may have been restarted just now.
    await stopPostmaster(postmaster);
    homeLock?.release();
  };
  try {
    await prepareDatabase(cluster, port);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: appUrl(cluster, port), stop };
}

/** One in so many failed restarts is logged. */
const logEvery = 10;

/**
 * Retries until the server runs, or is not needed any more (null): children of a killed server hold its memory for a
 * moment, and on a full disk it cannot recover until there is space.
 */
async function restart(
  cluster: Cluster,
  port: number,
  settings: Record<string, string | number>,
  shouldRun: () => boolean,
): Promise<Postmaster | null> {
  for (let attempt = 1; shouldRun(); attempt++) {
    try {
      await stopOrphan(cluster.dir);
      return await startPostmaster(cluster, port, settings);
    } catch (error) {
      if (attempt % logEvery === 0) log.error({ err: error, attempt }, 'PostgreSQL does not start again');
      await delay(Math.min(250 * attempt, 2000));
    }
  }
  return null;
}
