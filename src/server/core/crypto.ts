import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { type ColumnKey, type KeyRing, keyFileStamp, readKeyFile } from './keyFile.ts';

let folder = '';
let stamp = '';
let ring: KeyRing | undefined;
let current: ColumnKey | undefined;

function keys(): KeyRing {
  if (!ring) throw new Error('the key is not open');
  return ring;
}

/**
 * Loads the key file of the data folder, or creates it at the first start, readable by its owner only. The oldest key
 * encrypts.
 */
export function openKey(dataDir: string): void {
  ring = readKeyFile(dataDir);
  folder = dataDir;
  stamp = keyFileStamp(dataDir);
  [current] = ring.columns;
}

/** Returns the key with the id; reloads the file if it changed. */
function keyOf(id: string | undefined): ColumnKey | undefined {
  const cached = keys().columns.find((key) => key.id === id);
  if (cached || keyFileStamp(folder) === stamp) return cached;
  stamp = keyFileStamp(folder);
  ring = readKeyFile(folder);
  return ring.columns.find((key) => key.id === id);
}

/** Encrypts with the key of this id from now on; false if it is not in the file. */
export function encryptWith(id: string): boolean {
  const key = keyOf(id);
  if (key) current = key;
  return key !== undefined;
}

/** Returns the id of the current key, which is part of every encrypted value. */
export function currentKeyId(): string {
  return current?.id ?? '';
}

/** Encrypts with AES-256-GCM; the value contains the id of its key: `k1:<key id>:<nonce><tag><cipher>` in base64url. */
export function encrypt(text: string): string {
  if (!current) throw new Error('the key is not open');
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', current.key, nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `k1:${current.id}:${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
}

/** Decrypts a value of any key in the file. Throws if it was altered or its key is missing. */
export function decrypt(value: string): string {
  const [form, id, body] = value.split(':');
  const key = form === 'k1' && body ? keyOf(id) : undefined;
  if (!key || !body) throw new Error(`encrypted with key ${id}, which is not here`);
  const bytes = Buffer.from(body, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key.key, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

const prepared = new WeakMap<Buffer, KeyObject>();

/** Returns the key as a cached KeyObject: creating it takes four times as long as the hash. */
function hmacKey(bytes: Buffer): KeyObject {
  const key = prepared.get(bytes) ?? createSecretKey(bytes);
  prepared.set(bytes, key);
  return key;
}

/** Returns the hash for exact search in an encrypted column: HMAC-SHA256 of the trimmed upper-case value. */
export function searchHash(value: string): Buffer {
  return createHmac('sha256', hmacKey(keys().search)).update(value.trim().toUpperCase()).digest();
}

/** Returns the SHA-256 of a random secret (of a device, a token): not guessable, so no slow hash is needed. */
export function secretHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Returns a keyed digest for the log's seals: write access to the database alone cannot forge it. */
export function sealDigest(...parts: (Buffer | string)[]): Buffer {
  const digest = createHmac('sha256', hmacKey(keys().seal));
  for (const part of parts) digest.update(part);
  return digest.digest();
}
