// webPush: push messages to browsers with a closed page: the product's keys, the users' browsers, encryption.

import { decrypt, encrypt } from '#server/core/crypto.ts';
import { db } from '#server/db/db.ts';

/** Keys of RFC 8292, base64url: the public one goes to browsers, the private one signs requests to push services. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

async function storedKeys(): Promise<VapidKeys | undefined> {
  const row = await db.selectFrom('vapidKey').select(['publicKey', 'privateCipher']).executeTakeFirst();
  return row && { publicKey: row.publicKey, privateKey: decrypt(row.privateCipher) };
}

/** Returns the product's keys, created at the first call; if several nodes create keys, one pair wins. */
export async function vapidKeys(): Promise<VapidKeys> {
  const existing = await storedKeys();
  if (existing) return existing;
  const { default: webPush } = await import('web-push');
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  await db
    .insertInto('vapidKey')
    .values({ publicKey, privateCipher: encrypt(privateKey) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const created = await storedKeys();
  if (!created) throw new Error('the keys of web push were not kept');
  return created;
}
