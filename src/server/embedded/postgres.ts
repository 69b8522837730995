// embedded: the PostgreSQL that comes with the product.

import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type DataDirLock, lockDataDir } from '#server/core/dataDirLock.ts';
import { log } from '#server/core/log.ts';
import { appUrl, prepareDatabase } from './accounts.ts';
import { type Cluster, openCluster } from './cluster.ts';
import { type Postmaster, startPostmaster, stopOrphan, stopPostmaster } from './postmaster.ts';

/** For one machine shared with the application; whoever has more sets DATABASE_URL to a server of their own. */
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
  // Whoever needs a page reads it, at their own priority, instead of processes that read for lists and alarms alike.
  io_method: 'sync',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_checkpoints: 'off',
};

export type EmbeddedPostgres = {
  /** Address of the application's database, for its ordinary account, with the password in it. */
  readonly url: string;
  /** Ends the server; call it after everything that uses the database has ended. */
  stop(): Promise<void>;
};

/**
 * Starts the PostgreSQL that comes with the npm packages, with its data below the locked data folder. A server left
 * behind by a killed process is stopped first. If the server dies while it is wanted, it is started again on the same
 * port: to the rest of the application that is a database restart like any other.
 * @param settings overrides of the server settings, by name
 * @param onSpawned called when the server's process is there, before it takes connections: time for other work
 * @throws with a line for people when it cannot run here
 */
export async function startEmbeddedPostgres(
  lock: DataDirLock,
  settings: Record<string, string | number> = {},
  onSpawned: () => void = () => undefined,
): Promise<EmbeddedPostgres> {
  const cluster = openCluster(lock.dataDir);
  const home = dirname(cluster.dir);
  // A copied data folder names the same place outside, which its original may be using.
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
    // It may have died just before, told to stop by somebody else, and another one be under way since.
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

/** Of the tries to start it again one in so many is logged. */
const logEvery = 10;

/**
 * Tries until it is there, or nobody wants it any more (null): children of a killed server hold on to its memory for a moment,
 * and on a full disk it cannot recover before there is room.
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
