import { readFileSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';

/** Settings of backups. */
export interface BackupSettings {
  /** Absolute path; undefined: no scheduled backups. */
  dir: string | undefined;
  passphrase: string | undefined;
  /** Times in minutes of the UTC day, ascending. */
  minutesOfDay: number[];
  /** Number of successful backups to keep. */
  keep: number;
  /** Maximum age in hours of the last successful backup. */
  maxAge: number;
}

/** Minimum length of a passphrase: fewer characters can be guessed. */
const shortest = 12;

/** Reader of single variables, from `readConfig`. */
interface Source {
  text(name: string): string | undefined;
  integer(name: string, fallback: number, min: number, max: number): number;
  refuse(name: string, problem: string): void;
}

/** Reads the BACKUP_… variables; refuses invalid ones by name. */
export function backupSettings(from: Source, dataDir: string): BackupSettings {
  const dir = from.text('BACKUP_DIR');
  const settings = {
    dir: dir === undefined ? undefined : resolve(dir),
    passphrase: passphraseOf(from),
    minutesOfDay: timesOf(from),
    keep: from.integer('BACKUP_KEEP', 14, 1, 1000),
    maxAge: from.integer('BACKUP_MAX_AGE', 30, 1, 9000),
  };
  if (settings.dir && isWithin(settings.dir, dataDir))
    from.refuse('BACKUP_DIR', 'must stand outside DATA_DIR, best on another disk');
  if (settings.dir && !settings.passphrase)
    from.refuse('BACKUP_DIR', 'needs BACKUP_PASSPHRASE_FILE or BACKUP_PASSPHRASE');
  if (!settings.dir) {
    for (const name of ['BACKUP_AT', 'BACKUP_KEEP', 'BACKUP_MAX_AGE'])
      if (from.text(name) !== undefined) from.refuse(name, 'needs BACKUP_DIR');
  }
  return settings;
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return !way.startsWith('..') && !isAbsolute(way);
}

function passphraseOf(from: Source): string | undefined {
  const file = from.text('BACKUP_PASSPHRASE_FILE');
  const inline = from.text('BACKUP_PASSPHRASE');
  if (file !== undefined && inline !== undefined)
    from.refuse('BACKUP_PASSPHRASE', 'and BACKUP_PASSPHRASE_FILE must not both be set');
  const text = file === undefined ? inline : readFirstLine(from, file);
  const name = file === undefined ? 'BACKUP_PASSPHRASE' : 'BACKUP_PASSPHRASE_FILE';
  if (text !== undefined && [...text].length < shortest)
    from.refuse(name, `must hold a passphrase of ${shortest} characters or more`);
  return text;
}

function readFirstLine(from: Source, file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/)[0]?.trim();
  } catch {
    from.refuse('BACKUP_PASSPHRASE_FILE', `cannot be read: ${file}`);
    return undefined;
  }
}

function timesOf(from: Source): number[] {
  const text = from.text('BACKUP_AT') ?? '18:00';
  const times = text.split(',').map((time) => /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time.trim()));
  if (times.some((time) => time === null)) {
    from.refuse('BACKUP_AT', `must be times of the UTC day such as 18:00 or 06:00,18:00, not "${text}"`);
    return [];
  }
  return times.map((time) => Number(time?.[1]) * 60 + Number(time?.[2])).sort((a, b) => a - b);
}

const day = 86_400_000;

/** Returns the times of yesterday, today and tomorrow, as instants in ms. */
function slots(times: readonly number[], now: number): number[] {
  const midnight = now - (now % day);
  return [-1, 0, 1].flatMap((days) => times.map((minutes) => midnight + days * day + minutes * 60_000));
}

/** Returns the latest scheduled time up to `now`, ms. */
export function lastSlot(times: readonly number[], now: number): number {
  return Math.max(...slots(times, now).filter((slot) => slot <= now));
}

/** Returns the next scheduled time after `now`, ms. */
export function nextSlot(times: readonly number[], now: number): number {
  return Math.min(...slots(times, now).filter((slot) => slot > now));
}
