import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import type { DB } from '#server/db/tables.ts';
import { maskName } from '#shared/mask.ts';
import { maxPerWarn, type notificationStates } from '../contract.ts';
import { type NotificationRow, recipientOf } from './record.ts';

type State = keyof typeof notificationStates;

/** Time of reading, in the inbox or elsewhere. */
const readAt = sql<string | null>`coalesce(notification.read_at, receipt.read_at)`;
const state = sql<State>`case when ${readAt} is not null then 'read' else notification.state end`;

/** Condition on `messages`: the state, including reading in the inbox, is one of these. */
export function inState(states: readonly State[]) {
  return sql<SqlBool>`${state} = any(${states})`;
}

/** Joins messages with the receipts of their notices. */
export function messages(from: SelectQueryBuilder<DB, 'notification', object>) {
  return from.leftJoin('noticeReceipt as receipt', (join) =>
    join.onRef('receipt.noticeId', '=', 'notification.noticeId').onRef('receipt.userId', '=', 'notification.toId'),
  );
}

/** Returns the rows for display; `unmasked` shows the names of contacts. */
export async function readRows(from: ReturnType<typeof messages>, unmasked: boolean): Promise<NotificationRow[]> {
  const rows = await from
    .leftJoin('channel', 'channel.id', 'notification.channelId')
    .select([
      'channel.name as channelName',
      'notification.channelId',
      'notification.id',
      'notification.createdAt as at',
      'notification.event',
      'notification.warnId',
      sql<string>`split_part(notification.key, ':', 3)`.as('nth'),
      'notification.title',
      'notification.toKind',
      'notification.toId',
      'notification.toCipher',
      'notification.channel',
      state.as('state'),
      'notification.tries',
      'notification.reason',
      'notification.sentAt',
      'notification.deliveredAt',
      readAt.as('readAt'),
      'notification.answer',
    ])
    .execute();
  return rows.map(({ toKind, toId, toCipher, event, channelId, channelName, ...row }) => {
    const { kind, name } = recipientOf({ channel: row.channel, channelName, toKind, toCipher });
    const masked = !unmasked && (kind === 'contact' || kind === 'customer_user');
    const to = { kind, id: (kind === 'group' && channelId) || toId, name: masked ? maskName(name) : name };
    return { ...row, event: event as NotificationRow['event'], to };
  });
}

/** Returns all messages of a warn, newest first; the caller has checked the permission. */
export async function notificationsOf(tx: Db, warnId: string, unmasked: boolean): Promise<NotificationRow[]> {
  const query = tx.selectFrom('notification').where('notification.warnId', '=', warnId);
  return readRows(messages(query).orderBy('notification.id', 'desc').limit(maxPerWarn), unmasked);
}
