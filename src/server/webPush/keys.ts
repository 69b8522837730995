// webPush: push messages to browsers with a closed page: the product's keys, the users' browsers, encryption.

import { sql } from 'kysely';
import { decrypt, encrypt } from '#server/core/crypto.ts';
import { db } from '#server/db/db.ts';

/** Keys of RFC 8292, base64url: the public one goes to browsers, the private one signs requests to push services. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

async function storedKeys(): Promise<VapidKeys | undefined> {
  const row = await db.row(sql<{ publicKey: string; privateCipher: string }>`
    select public_key as "publicKey", private_cipher as "privateCipher" from vapid_key`);
  return row && { publicKey: row.publicKey, privateKey: decrypt(row.privateCipher) };
}

/** Returns the product's keys, created at the first call; if several nodes create keys, one pair wins. */
export async function vapidKeys(): Promise<VapidKeys> {
  const existing = await storedKeys();
  if (existing) return existing;
  const { default: webPush } = await import('web-push');
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  await sql`
    insert into vapid_key (public_key, private_cipher) values (${publicKey}, ${encrypt(privateKey)}) on conflict do nothing`.execute(
    db,
  );
  const created = await storedKeys();
  if (!created) throw new Error('the keys of web push were not kept');
  return created;
}
