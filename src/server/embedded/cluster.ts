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

/** A PostgreSQL data folder ready to be started, with what is needed to start and enter it. */
export type Cluster = {
  dir: string;
  bin: string;
  account: Account;
  /** Of `SUPERUSER`. */
  password: string;
  /** Of `APP_USER`. */
  appPassword: string;
  /** Of `BACKUP_USER`. */
  backupPassword: string;
  logFile: string;
};

/** The account that `initdb` makes, a superuser for good: the launcher enters with it, nothing else ever does. */
export const SUPERUSER = 'anhao';

/** The ordinary account that the product enters with; it owns its database and everything in it. */
export const APP_USER = 'anhao_app';

/** The account that copies of the whole cluster are taken with; it may replicate and owns nothing. */
export const BACKUP_USER = 'anhao_backup';

export const DATABASE = 'anhao';

/** Where root keeps a cluster whose account cannot reach DATA_DIR; a folder of its own for each DATA_DIR. */
const SYSTEM_DATA = '/var/lib/anhao';

/**
 * Finds the cluster of a data folder, or makes it.
 * Chinese search depends on the encoding and the character classes given here, and never on the LANG of the machine.
 * @param dataDir absolute path of an existing folder, locked by this process
 * @throws when the account of PostgreSQL can reach no folder, or `initdb` fails (with its output)
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
 * Where the cluster of a data folder stands, or is to stand. The choice is written down: it must not move when somebody
 * changes the permissions of a folder above.
 */
export function placeCluster(dataDir: string): string {
  const note = join(dataDir, 'postgres.location');
  if (existsSync(note)) return resolve(dataDir, readFileSync(note, 'utf8').trim());
  const account = databaseAccount();
  // A name never used before: whoever deletes DATA_DIR wants a new database, not the one of the last DATA_DIR there.
  const name = randomBytes(8).toString('hex');
  const dir = canPass(account, dataDir) ? join(dataDir, 'postgres') : join(SYSTEM_DATA, name, 'postgres');
  mkdirSync(dirname(dir), { recursive: true, mode: 0o711 });
  if (!canPass(account, dirname(dir))) {
    throw new Error(
      `PostgreSQL cannot reach ${dataDir} nor ${dirname(dir)}: set DATA_DIR to a folder open to others (chmod o+x)`,
    );
  }
  // Relative where it can be, so that the data folder may be moved.
  writeFileSync(note, `${dirname(dir) === dataDir ? 'postgres' : dir}\n`);
  return dir;
}

/** A cluster made by somebody else goes on under its owner when root starts it. */
function ownerOf(dir: string): Account {
  if (process.getuid?.() !== 0 || !existsSync(dir)) return undefined;
  const { uid, gid } = statSync(dir);
  return { uid, gid };
}

/** `needed`: the cluster knows it already, so that a new one would fit nothing. */
function readOrCreatePassword(dataDir: string, name: string, needed = false): string {
  const file = join(dataDir, name);
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  if (needed) throw new Error(`${file} is missing; without it nobody can enter the database beside it`);
  const password = randomBytes(24).toString('base64url');
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  return password;
}

/** Made beside its place and moved there when it is whole, so that a start cut short leaves nothing half-made. */
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
