import { join } from 'node:path';
import { decrypt, encrypt, sealDigest, searchHash } from '#server/core/crypto.ts';
import { config } from '#server/core/runtime.ts';
import { ciphers } from '#server/db/ciphers.ts';
import { pool } from '#server/db/db.ts';

const word = 'anhao';

/** Maximum values tried in a database from before the check: single ones may be damaged. */
const maxTried = 20;

interface Check {
  cipher: string;
  search: Buffer;
  seal: Buffer;
}

function opens(cipher: string): boolean {
  try {
    decrypt(cipher);
    return true;
  } catch {
    return false;
  }
}

function fits({ cipher, search, seal }: Check): boolean {
  return opens(cipher) && search.equals(searchHash(word)) && seal.equals(sealDigest(word));
}

async function storedCheck(): Promise<Check | undefined> {
  const { rows } = await pool().query<Check>(
    'select word_cipher as cipher, search_hash as search, seal_digest as seal from key_check',
  );
  return rows[0];
}

/** Returns up to one encrypted value of each place. */
async function someValues(): Promise<string[]> {
  const values: string[] = [];
  for (const { relation, value } of await ciphers()) {
    const { rows } = await pool().query<{ value: string }>(
      `select ${value} as value from ${relation} t where ${value} like 'k1:%' limit 1`,
    );
    values.push(...rows.map((row) => row.value));
    if (values.length >= maxTried) break;
  }
  return values;
}

/** Returns whether the keys fit a database that has no check yet: its newest seal, and one value at least if it has any. */
async function fitsOldData(): Promise<boolean> {
  const { rows } = await pool().query<{ previous: Buffer; digests: Buffer; hash: Buffer }>(
    'select previous, digests, hash from seal order by id desc limit 1',
  );
  const [seal] = rows;
  if (seal && !sealDigest(seal.previous, seal.digests).equals(seal.hash)) return false;
  const values = await someValues();
  return values.length === 0 || values.some(opens);
}

/**
 * Compares the keys of this node with those of the database; the first start stores a word sealed with them. Throws
 * with one sentence that says which file to copy: a node with other keys would write what no other can read.
 */
export async function checkKey(): Promise<void> {
  if (!(await storedCheck()) && (await fitsOldData()))
    await pool().query(
      'insert into key_check (word_cipher, search_hash, seal_digest) values ($1, $2, $3) on conflict do nothing',
      [encrypt(word), searchHash(word), sealDigest(word)],
    );
  const check = await storedCheck();
  if (check && fits(check)) return;
  throw new Error(
    `这个节点的密钥打不开数据库里的内容：请从已在使用这个数据库的节点复制 DATA_DIR/secret.key 到 ${join(config().dataDir, 'secret.key')}，再启动`,
  );
}
