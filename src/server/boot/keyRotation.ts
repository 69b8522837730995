import { currentKeyId, decrypt, encrypt, encryptWith } from '#server/core/crypto.ts';
import { log } from '#server/core/log.ts';
import { withRetry } from '#server/core/retry.ts';
import { type Cipher, ciphers } from '#server/db/ciphers.ts';
import { onPool, pool } from '#server/db/db.ts';
import { acquireLease, every, releaseLease } from '#server/jobs/schedule.ts';

/** Pages read by one statement, and values written by one statement. */
const pagesAtOnce = 64;
const valuesAtOnce = 100;
/** Interval in seconds in which every node reads the current key; a rotation lasts at least until all have. */
const followEvery = 5;
const settled = 3 * followEvery;
const lease = 'key.rotate';
const leaseFor = 10;

/** A rotation of the key of all encrypted columns. */
export interface Rotation {
  keyId: string;
  /** Values re-encrypted so far. */
  done: number;
  /** Current position, `customer.entry_cipher 40%`. */
  place: string | null;
  finished: boolean;
}

/** Returns the newest rotation; null before the first. */
export async function lastRotation(): Promise<Rotation | null> {
  const { rows } = await pool().query<Rotation>(
    `select key_id as "keyId", done::int, place, finished_at is not null as finished from key_rotation order by id desc limit 1`,
  );
  return rows[0] ?? null;
}

/** Starts a rotation to a key that every node has in its file; nodes use it from their next read on. */
export async function beginRotation(keyId: string): Promise<void> {
  await pool().query('insert into key_rotation (key_id) values ($1) on conflict do nothing', [keyId]);
}

/** Switches to the key of the newest rotation. Returns its id if it is not in this node's file, else null. */
export async function followRotation(): Promise<string | null> {
  const last = await lastRotation();
  return last === null || encryptWith(last.keyId) ? null : last.keyId;
}

/** Returns why this node cannot read values of other nodes, or null; for the readiness check. */
export async function keyProblem(): Promise<string | null> {
  const missing = await followRotation();
  return missing && `key ${missing} is not in secret.key of this node`;
}

interface CipherRow {
  at: string;
  value: string;
}

/** Decrypts with any key of the file and encrypts with the current one; null if no key fits. */
function reopened(value: string): string | null {
  try {
    return encrypt(decrypt(value));
  } catch {
    return null;
  }
}

/**
 * Re-encrypts values; a value changed meanwhile is left for the next round, one that no key decrypts stays. Returns the
 * number tried.
 */
async function rewrite({ relation, value, set, name }: Cipher, rows: readonly CipherRow[]): Promise<number> {
  const reencrypted = rows.map((row) => ({ ...row, fresh: reopened(row.value) })).filter((row) => row.fresh !== null);
  if (reencrypted.length < rows.length)
    log.warn({ place: name, values: rows.length - reencrypted.length }, 'no key opens a value');
  if (reencrypted.length === 0) return 0;
  return withRetry(async () => {
    const client = await pool().connect();
    try {
      await client.query('begin');
      // Not logged: re-encryption is no change by a user.
      await client.query(`select set_config('anhao.rekey', 'on', true)`);
      await client.query(
        `update ${relation} t set ${set} from unnest($1::tid[], $2::text[], $3::text[]) as n (at, old, fresh) where t.ctid = n.at and ${value} = n.old`,
        [reencrypted.map(({ at }) => at), reencrypted.map((row) => row.value), reencrypted.map((row) => row.fresh)],
      );
      await client.query('commit');
      return reencrypted.length;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  });
}

/** Returns values of other keys in these pages. */
async function foreign({ relation, value }: Cipher, from: number): Promise<CipherRow[]> {
  const { rows } = await pool().query<CipherRow>(
    `select t.ctid::text as at, ${value} as value from ${relation} t
     where t.ctid >= $1::tid and t.ctid < $2::tid and ${value} like 'k1:%' and ${value} not like $3`,
    [`(${from},0)`, `(${from + pagesAtOnce},0)`, `k1:${currentKeyId()}:%`],
  );
  return rows;
}

/** Called after each batch of a round; returns whether to continue. */
type OnBatch = (place: string, done: number) => Promise<boolean>;

/**
 * Re-encrypts all values that do not use the current key. Returns how many readable values of other keys it found; null
 * if `onBatch` stopped it.
 */
export async function reencryptAll(onBatch: OnBatch = async () => true): Promise<number | null> {
  let met = 0;
  for (const cipher of await ciphers()) {
    for (let page = 0; page < cipher.pages; page += pagesAtOnce) {
      const rows = await foreign(cipher, page);
      const percent = Math.floor((100 * page) / cipher.pages);
      if (rows.length === 0 && page > 0) continue;
      for (let offset = 0; offset < Math.max(1, rows.length); offset += valuesAtOnce) {
        const done = await rewrite(cipher, rows.slice(offset, offset + valuesAtOnce));
        met += done;
        if (!(await onBatch(`${cipher.name} ${percent}%`, done))) return null;
      }
    }
  }
  return met;
}

/**
 * Runs a round of the current rotation, on one node at a time; a round that finds no value finishes it. `tell` is
 * called after each batch.
 */
export async function rotate(
  stopping: () => boolean = () => false,
  tell: (rotation: Rotation) => void = () => undefined,
): Promise<void> {
  const rotation = await lastRotation();
  if (!rotation || rotation.finished || !encryptWith(rotation.keyId) || !(await acquireLease(lease, leaseFor))) return;
  const { keyId } = rotation;
  const met = await reencryptAll(async (place, done) => {
    const now = await pool().query<{ done: number }>(
      'update key_rotation set done = done + $2, place = $3 where key_id = $1 returning done::int',
      [keyId, done, place],
    );
    tell({ keyId, done: now.rows[0]?.done ?? 0, place, finished: false });
    return !stopping() && (await acquireLease(lease, leaseFor)) !== null;
  });
  if (met === 0) await finish(keyId);
  await releaseLease(lease);
}

async function finish(keyId: string): Promise<void> {
  const ended = await pool().query<{ done: string }>(
    `update key_rotation set finished_at = clock_timestamp(), place = null
     where key_id = $1 and finished_at is null and started_at < clock_timestamp() - make_interval(secs => $2) returning done::text`,
    [keyId, settled],
  );
  const [row] = ended.rows;
  if (row) log.info({ key: keyId, values: Number(row.done) }, 'key rotation finished');
}

/**
 * Makes this node follow rotations, with `works` also run them. Returns the stop function, which waits for the current
 * batch.
 */
export function startRotations(works: boolean): () => Promise<void> {
  let stopped = false;
  const follow = async () => {
    await followRotation();
    if (works) await onPool('report', () => rotate(() => stopped));
  };
  const stop = every('key.follow', '密钥更换核对', followEvery, follow);
  return async () => {
    stopped = true;
    await stop();
  };
}
