import { sql } from 'kysely';
import { decrypt, encrypt, secretHash } from '#server/core/crypto.ts';
import { system, type Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';

/** PushSubscription of the Push API, as JSON. */
export interface Subscription {
  endpoint: string;
  /** base64url: public key (65 bytes) and secret (16 bytes) of the browser. */
  keys: { p256dh: string; auth: string };
}

/** Maximum browsers of a user; a further one replaces the oldest. */
const maxPerUser = 20;

/** Subscribes the browser to the viewer's messages; its previous user no longer receives them there. */
export function saveSubscription(viewer: Viewer, { endpoint, keys }: Subscription): Promise<void> {
  const cipher = encrypt(JSON.stringify({ endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }));
  return command(viewer, async ({ tx }) => {
    await sql`
      insert into push_subscription (user_id, secret_hash, secret_cipher)
      values (${viewer.userId}, ${secretHash(endpoint)}, ${cipher})
      on conflict (secret_hash) do update
      set user_id = excluded.user_id, secret_cipher = excluded.secret_cipher, created_at = now()`.execute(tx);
    await sql`
      delete from push_subscription where id in (
        select id from push_subscription where user_id = ${viewer.userId}
        order by created_at desc, id desc offset ${maxPerUser})`.execute(tx);
  });
}

/** Unsubscribes the viewer's browser; a subscription of another user stays. */
export function dropSubscription(viewer: Viewer, endpoint: string): Promise<void> {
  return command(viewer, async ({ tx }) => {
    await tx
      .deleteFrom('pushSubscription')
      .where('secretHash', '=', secretHash(endpoint))
      .where('userId', '=', viewer.userId)
      .execute();
  });
}

/** Deletes a browser that its push service reports as permanently gone. */
export function dropEnded(endpoint: string): Promise<void> {
  return command(system(), async ({ tx }) => {
    await tx.deleteFrom('pushSubscription').where('secretHash', '=', secretHash(endpoint)).execute();
  });
}

/** Returns whether the browser is subscribed to the viewer's messages. */
export async function isSubscribed({ userId }: Pick<Viewer, 'userId'>, endpoint: string): Promise<boolean> {
  const rows = await db
    .selectFrom('pushSubscription')
    .select('id')
    .where('secretHash', '=', secretHash(endpoint))
    .where('userId', '=', userId)
    .execute();
  return rows.length > 0;
}

/** Returns the browsers by user id; disabled and deleted users have none. */
export async function subscriptionsOf(tx: Db, userIds: readonly string[]): Promise<Map<string, Subscription[]>> {
  const subscriptions = await tx.rows(sql<{ userId: string; cipher: string }>`
    select s.user_id::text as "userId", s.secret_cipher as cipher
    from push_subscription s join "user" u on u.id = s.user_id
    where s.user_id = any(${bigints(userIds)}) and u.status = 'enabled' and u.deleted_at is null order by s.id`);
  const byUser = Map.groupBy(subscriptions, ({ userId }) => userId);
  return new Map(
    [...byUser].map(([id, rows]) => [id, rows.map(({ cipher }) => JSON.parse(decrypt(cipher)) as Subscription)]),
  );
}
