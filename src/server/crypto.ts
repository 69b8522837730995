import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

let master: Buffer | undefined;
let keyId = '';
/** Keys by purpose, each derived once: a call of HKDF costs more than opening a value. */
const keys = new Map<string, Buffer>();

function derived(purpose: string): Buffer {
  if (!master) throw new Error('the key is not open');
  const known = keys.get(purpose);
  if (known) return known;
  const key = Buffer.from(hkdfSync('sha256', master, '', purpose, 32));
  keys.set(purpose, key);
  return key;
}

/** Reads the key file of the data folder, or makes it at the first start; readable by its owner only. */
export function openKey(dataDir: string): void {
  const path = join(dataDir, 'secret.key');
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(path, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
    chmodSync(path, 0o600);
  }
  master = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex');
  keys.clear();
  if (master.length !== 32) throw new Error(`${path} holds no 32-byte key`);
  keyId = createHash('sha256').update(derived('key id')).digest('hex').slice(0, 8);
}

/** A short name of the key in use; it stands in every encrypted value. */
export function currentKeyId(): string {
  return keyId;
}

/** AES-256-GCM; the value carries the id of its key: `k1:<key id>:<nonce><tag><cipher>` in base64url. */
export function encrypt(text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', derived('column'), nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `k1:${keyId}:${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
}

/** Throws when the value was altered or belongs to another key. */
export function decrypt(value: string): string {
  const [form, id, body] = value.split(':');
  if (form !== 'k1' || id !== keyId || !body) throw new Error(`encrypted with key ${id}, which is not here`);
  const bytes = Buffer.from(body, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', derived('column'), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

/** For exact search in an encrypted column: HMAC-SHA256 of the normalised value. */
export function searchHash(value: string): Buffer {
  return createHmac('sha256', derived('search')).update(value.trim().toUpperCase()).digest();
}

/** SHA-256 of a random secret (a device's, a token's): nothing to guess, so no slow hash. */
export function secretHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Keyed digest of the log's seals: whoever can only write to the database cannot make a fitting one. */
export function sealDigest(...parts: (Buffer | string)[]): Buffer {
  const digest = createHmac('sha256', derived('seal'));
  for (const part of parts) digest.update(part);
  return digest.digest();
}
