import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Account, canPass, databaseAccount } from './account.ts';
import { databaseBinaries } from './binaries.ts';

/** A PostgreSQL data folder ready to start, with programs and passwords. */
export type Cluster = {
  dir: string;
  bin: string;
  account: Account;
  /** Password of `SUPERUSER`. */
  password: string;
  /** Password of `APP_USER`. */
  appPassword: string;
  /** Password of `BACKUP_USER`. */
  backupPassword: string;
  logFile: string;
};

/** Superuser created by `initdb`; only the launcher logs in with it. */
export const SUPERUSER = 'anhao';

/** Ordinary account of the product; it owns the database and everything in it. */
export const APP_USER = 'anhao_app';

/** Account for copies of the cluster; it may replicate and owns nothing. */
export const BACKUP_USER = 'anhao_backup';

export const DATABASE = 'anhao';

/** Folder for clusters of root whose account cannot reach DATA_DIR; one subfolder per DATA_DIR. */
const SYSTEM_DATA = '/var/lib/anhao';

/**
 * Finds the cluster of a data folder, or creates it. Encoding and character classes are set here, not by the machine's
 * LANG: Chinese search depends on them.
 * @param dataDir absolute path of an existing folder, locked by this process
 * @throws if the account of PostgreSQL can reach no folder, or `initdb` fails (with its output)
 */
export function openCluster(dataDir: string): Cluster {
  const dir = placeCluster(dataDir);
  const account = ownerOf(dir) ?? databaseAccount();
  const bin = databaseBinaries(account, join(dataDir, 'cache'));
  const password = readOrCreatePassword(dataDir, 'postgres.password', existsSync(dir));
  const appPassword = readOrCreatePassword(dataDir, 'postgres.app.password');
  const backupPassword = readOrCreatePassword(dataDir, 'postgres.backup.password');
  if (!existsSync(dir)) initialise(dir, bin, account, password);
  return { dir, bin, account, password, appPassword, backupPassword, logFile: join(dataDir, 'postgres.log') };
}

/**
 * Returns the folder of the cluster, existing or new. The choice is stored: it must not change with the permissions of
 * a parent folder.
 */
export function placeCluster(dataDir: string): string {
  const note = join(dataDir, 'postgres.location');
  if (existsSync(note)) return resolve(dataDir, readFileSync(note, 'utf8').trim());
  const account = databaseAccount();
  // A new random name: after deleting DATA_DIR an operator expects a new database, not the previous one.
  const name = randomBytes(8).toString('hex');
  const dir = canPass(account, dataDir) ? join(dataDir, 'postgres') : join(SYSTEM_DATA, name, 'postgres');
  mkdirSync(dirname(dir), { recursive: true, mode: 0o711 });
  if (!canPass(account, dirname(dir))) {
    throw new Error(
      `PostgreSQL cannot reach ${dataDir} nor ${dirname(dir)}: set DATA_DIR to a folder open to others (chmod o+x)`,
    );
  }
  // Relative if possible, so that the data folder can be moved.
  writeFileSync(note, `${dirname(dir) === dataDir ? 'postgres' : dir}\n`);
  return dir;
}

/** Returns the owner of an existing cluster, who runs it when root starts it. */
function ownerOf(dir: string): Account {
  if (process.getuid?.() !== 0 || !existsSync(dir)) return undefined;
  const { uid, gid } = statSync(dir);
  return { uid, gid };
}

/** Reads a password file or creates it; `needed`: the cluster already has this password, a new one would not match. */
function readOrCreatePassword(dataDir: string, name: string, needed = false): string {
  const file = join(dataDir, name);
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  if (needed) throw new Error(`${file} is missing; without it nobody can enter the database beside it`);
  const password = randomBytes(24).toString('base64url');
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  return password;
}

/**
 * Creates the cluster in a draft folder and renames it when complete: an interrupted start leaves no partial cluster.
 */
function initialise(dir: string, bin: string, account: Account, password: string): void {
  const draft = `${dir}.new`;
  const passwordFile = `${dir}.new.password`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account) for (const path of [draft, passwordFile]) chownSync(path, account.uid, account.gid);
  chmodSync(draft, 0o700);
  const args = [
    `--pgdata=${draft}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    `--lc-ctype=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`,
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ];
  const result = spawnSync(join(bin, 'initdb'), args, { ...account, cwd: '/', env: { TZ: 'UTC' }, encoding: 'utf8' });
  rmSync(passwordFile, { force: true });
  if (result.status !== 0) {
    rmSync(draft, { recursive: true, force: true });
    throw new Error(`initdb failed: ${result.error?.message ?? result.stderr.trim()}`);
  }
  renameSync(draft, dir);
}
