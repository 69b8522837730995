import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive, isPostmasterOf } from '#server/core/process/processes.ts';
import type { Cluster } from './cluster.ts';

const POLL_MS = 20;
/** Maximum start time: recovery after a power cut replays the WAL since the last checkpoint, slow on a slow disk. */
const START_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 30_000;
const LOG_LIMIT_BYTES = 10_000_000;

/** A running PostgreSQL server; `exited` resolves when it has ended for any reason. */
export type Postmaster = { port: number; process: ChildProcess; exited: Promise<void> };

/**
 * Starts PostgreSQL on a loopback port and resolves when it accepts connections.
 * @param port 0 for any free one
 * @param settings server settings, by name
 * @param onSpawned called once its process exists
 * @throws with the end of its log if it does not start
 */
export async function startPostmaster(
  cluster: Cluster,
  port: number,
  settings: Record<string, string | number>,
  onSpawned: () => void = () => undefined,
): Promise<Postmaster> {
  const actualPort = port || (await freePort());
  const log = openLog(cluster.logFile);
  const args = [
    '-D',
    cluster.dir,
    ...Object.entries({ ...settings, port: actualPort }).flatMap(([k, v]) => ['-c', `${k}=${v}`]),
  ];
  // A separate session: Ctrl-C in a terminal must reach only this process, and PostgreSQL stops last.
  const child = spawn(join(cluster.bin, 'postgres'), args, {
    ...cluster.account,
    cwd: '/',
    env: { TZ: 'UTC' },
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const exited = once(child, 'exit').then(
    () => {},
    () => {},
  );
  child.unref();
  onSpawned();
  await untilReady(cluster, child);
  return { port: actualPort, process: child, exited };
}

/** Stops a server that this process started: closes sessions and writes all data to disk. */
export async function stopPostmaster({ process: child, exited }: Postmaster): Promise<void> {
  if (child.pid !== undefined) await endProcess(child.pid, () => hasEnded(child));
  await exited;
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

/**
 * Stops the server that a killed Anhao left running on this cluster, and deletes a stale pid file. The caller holds the
 * lock of the data folder, so no other process uses the server.
 */
export async function stopOrphan(clusterDir: string): Promise<void> {
  const file = join(clusterDir, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
  if (pid > 0 && isPostmasterOf(pid, clusterDir)) await endProcess(pid, () => !isPostmasterOf(pid, clusterDir));
  // The pid may belong to another process now, which PostgreSQL would take for a running server and refuse to start.
  rmSync(file, { force: true });
}

async function endProcess(pid: number, ended: () => boolean): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (ended() || !isAlive(pid)) return;
    process.kill(pid, signal);
    for (const limit = Date.now() + STOP_LIMIT_MS; Date.now() < limit; await delay(POLL_MS)) {
      if (ended()) return;
    }
  }
}

/** Waits for "ready" in the last line of postmaster.pid, as pg_ctl does: the server then accepts connections. */
async function untilReady(cluster: Cluster, child: ChildProcess): Promise<void> {
  const file = join(cluster.dir, 'postmaster.pid');
  for (const limit = Date.now() + START_LIMIT_MS; Date.now() < limit; await delay(POLL_MS)) {
    if (hasEnded(child)) throw new Error(`PostgreSQL did not start:\n${endOfLog(cluster.logFile)}`);
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return;
  }
  throw new Error(`PostgreSQL is not ready after ${START_LIMIT_MS / 1000} s:\n${endOfLog(cluster.logFile)}`);
}

function openLog(file: string): number {
  if (existsSync(file) && statSync(file).size > LOG_LIMIT_BYTES) renameSync(file, `${file}.old`);
  return openSync(file, 'a', 0o600);
}

function endOfLog(file: string): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-10).join('\n');
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (typeof address !== 'object' || address === null) throw new Error('No free port on 127.0.0.1');
  return address.port;
}
