import { sql } from 'kysely';
import { decrypt, encrypt } from '#server/core/crypto.ts';
import type { Db } from '#server/db/db.ts';
import type { NotifyEvent } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import type { QuietHours } from '#shared/quiet.ts';
import type { notificationApi } from '../contract.ts';

export type NotificationRow = OutputOf<typeof notificationApi.getNotificationList>;

/** Something that happened once and of which people are told. */
export interface Occasion {
  event: NotifyEvent;
  /** Names it for good: whoever is told of it again by the same channel is not. */
  key: string;
  warnId: string;
  projectId: string;
  departmentId: string;
  /** Of the alarm. */
  level: number;
  /** Kind and number of the alarm; stored in clear, so it names nobody. */
  title: string;
}

/** How to reach somebody, as it is kept with their message. */
export interface Address {
  name: string;
  mobile: string | null;
  email: string | null;
  /** When they are not to be rung out of bed, and by the clock of which zone; absent of whom has none. */
  quiet?: (QuietHours & { zone: string }) | null;
}

export function sealed(address: Address): string {
  return encrypt(JSON.stringify(address));
}

export function opened(cipher: string): Address {
  return JSON.parse(decrypt(cipher)) as Address;
}

/**
 * Records in the caller's transaction what lies in these people's inboxes: delivered to whose page is open, sent to the
 * others. Reading the notice `noticeId` counts as reading the message.
 */
export async function recordInbox(
  tx: Db,
  occasions: readonly Occasion[],
  people: readonly { id: string; name: string; live: boolean }[],
  noticeId: string | null,
): Promise<void> {
  const rows = occasions.flatMap((one) =>
    people.map(({ id, name, live }) => ({
      ...one,
      toKind: 'user' as const,
      toId: id,
      toCipher: sealed({ name, mobile: null, email: null }),
      channel: 'inbox' as const,
      state: live ? ('delivered' as const) : ('sent' as const),
      tries: 1,
      noticeId,
      sentAt: sql<string>`now()`,
      deliveredAt: live ? sql<string>`now()` : null,
    })),
  );
  if (rows.length === 0) return;
  await tx
    .insertInto('notification')
    .values(rows)
    .onConflict((on) => on.columns(['key', 'toKind', 'toId', 'channel']).doNothing())
    .execute();
}
