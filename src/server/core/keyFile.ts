import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** A key of encrypted columns; its id is part of every value. */
export interface ColumnKey {
  id: string;
  /** Master key, 32 bytes; id and key are derived from it. */
  master: Buffer;
  key: Buffer;
}

/** Content of the key file. */
export interface KeyRing {
  /** Column keys, oldest first. */
  columns: ColumnKey[];
  /** Key of search hashes; never rotated, otherwise searches find nothing. */
  search: Buffer;
  /** Key of the log's seals; never rotated, otherwise no seal verifies. */
  seal: Buffer;
}

const form = /^[0-9a-f]{64}$/i;

function derived(master: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', master, '', purpose, 32));
}

function columnKey(master: Buffer): ColumnKey {
  const id = createHash('sha256').update(derived(master, 'key id')).digest('hex').slice(0, 8);
  return { id, master, key: derived(master, 'column') };
}

const fileOf = (dataDir: string): string => join(dataDir, 'secret.key');

/** Returns modification time, size and inode of the key file: a change means new content. */
export function keyFileStamp(dataDir: string): string {
  const { mtimeMs, size, ino } = statSync(fileOf(dataDir));
  return `${mtimeMs} ${size} ${ino}`;
}

/**
 * Reads the keys of a data folder, creates them at the first start. The file has one hex key for all; after a rotation,
 * lines `column <hex>` (oldest first), `search <hex>`, `seal <hex>`. Throws for other content.
 */
export function readKeyFile(dataDir: string): KeyRing {
  const path = fileOf(dataDir);
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(path, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
    chmodSync(path, 0o600);
  }
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const [only = ''] = lines;
  const all = lines.length === 1 && form.test(only) ? firstForm(Buffer.from(only, 'hex')) : lines;
  const keysOf = (purpose: string) =>
    all.flatMap((line) => (line.startsWith(`${purpose} `) ? [hexKey(line.slice(purpose.length + 1), path)] : []));
  const [columns, [search], [seal]] = [keysOf('column'), keysOf('search'), keysOf('seal')];
  if (columns.length === 0 || !search || !seal) throw new Error(`${path} holds no 32-byte key`);
  return { columns: columns.map(columnKey), search, seal };
}

/** Returns the lines that a file with one key is equivalent to. */
function firstForm(master: Buffer): string[] {
  const line = (purpose: string, key: Buffer) => `${purpose} ${key.toString('hex')}`;
  return [line('column', master), line('search', derived(master, 'search')), line('seal', derived(master, 'seal'))];
}

function hexKey(text: string, path: string): Buffer {
  if (!form.test(text)) throw new Error(`${path} holds no 32-byte key`);
  return Buffer.from(text, 'hex');
}

/** Replaces the key file atomically and keeps its owner. */
function writeKeyFile(dataDir: string, { columns, search, seal }: KeyRing): void {
  const path = fileOf(dataDir);
  const { uid, gid } = statSync(path);
  const lines = [
    ...columns.map(({ master }) => `column ${master.toString('hex')}`),
    `search ${search.toString('hex')}`,
    `seal ${seal.toString('hex')}`,
  ];
  const draft = `${path}.draft`;
  const file = openSync(draft, 'w', 0o600);
  try {
    writeSync(file, `${lines.join('\n')}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  if (process.getuid?.() === 0) chownSync(draft, uid, gid);
  renameSync(draft, path);
}

/** Appends a new column key; returns its id. */
export function addColumnKey(dataDir: string): string {
  const ring = readKeyFile(dataDir);
  const added = columnKey(randomBytes(32));
  writeKeyFile(dataDir, { ...ring, columns: [...ring.columns, added] });
  return added.id;
}

/** Deletes every column key but the current one; returns the number deleted. */
export function dropColumnKeys(dataDir: string, currentId: string): number {
  const ring = readKeyFile(dataDir);
  const columns = ring.columns.filter(({ id }) => id === currentId);
  if (columns.length === 0) throw new Error(`key ${currentId} is not in ${fileOf(dataDir)}`);
  if (columns.length < ring.columns.length) writeKeyFile(dataDir, { ...ring, columns });
  return ring.columns.length - columns.length;
}
