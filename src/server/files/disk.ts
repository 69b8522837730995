import { statfs } from 'node:fs/promises';
import { runInBackground } from '#server/core/background.ts';
import { log } from '#server/core/log.ts';
import { Problem } from '#server/core/problem.ts';
import { isDiskFull } from '#server/core/retry.ts';
import { config } from '#server/core/runtime.ts';
import { clusterFolder } from '#server/embedded/running.ts';

/** Validity of a disk-full error of the database, and of a measurement, ms. */
const refusedFor = 60_000;
const pollMs = 1000;
const megabyte = 1_048_576;

let refusedAt = Number.NEGATIVE_INFINITY;
let lookedAt = Number.NEGATIVE_INFINITY;
/** Last measured problem; null if there is space. */
let problem: string | null = null;

/** Records a disk-full error of the database, whose disk may be on another host. */
export function recordDatabaseError(error: unknown): void {
  if (isDiskFull(error)) refusedAt = performance.now();
}

/** Returns free bytes on the folder's disk; infinity if unknown. */
async function freeAt(folder: string): Promise<number> {
  const stats = await statfs(folder).catch(() => null);
  return stats ? stats.bavail * stats.bsize : Number.POSITIVE_INFINITY;
}

async function freeBytes(): Promise<number> {
  const { dataDir, databaseUrl } = config();
  const cluster = databaseUrl ? null : clusterFolder(dataDir);
  const free = await Promise.all([dataDir, ...(cluster ? [cluster] : [])].map(freeAt));
  return Math.min(...free);
}

async function look(): Promise<void> {
  lookedAt = performance.now();
  const free = await freeBytes().catch((error: unknown) => {
    log.warn({ err: error }, 'the room on the disk cannot be told');
    return null;
  });
  // Without a measurement the last one stays.
  if (free === null) return;
  const short =
    free < config().diskReserve * megabyte ? `${Math.floor(free / megabyte)} MB left where the data are` : null;
  if ((short === null) !== (problem === null)) {
    if (short) log.error({ free }, 'disk nearly full: only alarms and what is small are stored');
    else log.info({ free }, 'disk has room again');
  }
  problem = short;
}

/** Returns why disk space is short, or null; measures at most once a second. */
export async function diskProblem(): Promise<string | null> {
  if (performance.now() - lookedAt >= pollMs) await look();
  if (problem) return problem;
  return performance.now() - refusedAt < refusedFor ? 'the database has no room' : null;
}

/** Returns whether disk space was short at the last measurement, without waiting. */
export function isDiskShort(): boolean {
  if (performance.now() - lookedAt >= pollMs) runInBackground(look(), 'disk');
  return problem !== null || performance.now() - refusedAt < refusedFor;
}

/** Message for a file or job refused for lack of disk space. */
export const diskFullMessage = '磁盘空间不足，暂时不能上传、导入或导出，请联系管理员';

/** Throws 507 while the disk is nearly full: the remaining space is for alarms. */
export async function requireDiskSpace(): Promise<void> {
  if (await diskProblem()) throw new Problem(507, diskFullMessage);
}
