import { sql } from 'kysely';
import { type Occasion, recordInbox } from '#features/notification/server/service.ts';
import type { Db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import { listeners } from '#server/live/stream.ts';
import { drillMark } from '#shared/drill.ts';
import type { StoredWarn } from './access.ts';

/** User notified by a rung, with channel and delivery state. The inbox is the only channel so far. */
export interface NotifiedUser {
  id: string;
  name: string;
  channel: 'inbox';
  /** `undelivered`: the user has no live stream; the notice waits in the inbox. */
  state: 'delivered' | 'undelivered';
}

/** Prefix for texts about a warn: the mark of a drill. */
export const markOf = ({ test }: Pick<StoredWarn, 'test'>) => (test ? drillMark : '');

/** Returns the type for people outside, families and responders: a health warn is named without a word of health. */
export const outsideLabel = (type: StoredWarn['type']) => (type === 'health' ? '紧急情况' : labelOf('warn_type', type));

/** Returns the type of a warn in a message of this event: to people outside by its `outsideLabel`. */
export const typeIn = ({ type }: Pick<StoredWarn, 'type'>, event: Occasion['event']) =>
  event === 'family' || event === 'dispatch' ? outsideLabel(type) : labelOf('warn_type', type);

/** Returns the occasion of a notification; `nth` distinguishes occasions of one kind. */
export function occasionOf(row: StoredWarn, event: Occasion['event'], nth: number | string): Occasion {
  const { id, projectId, departmentId, level } = row;
  const title = `${markOf(row)}${typeIn(row, event)} ${row.no}`;
  return { event, key: `${event}:${id}:${nth}`, warnId: id, projectId, departmentId, level, title };
}

/** Records the delivery to the inboxes of users, once per user. */
export async function recordInboxDelivery(
  { tx }: Pick<CommandContext, 'tx'>,
  occasions: readonly Occasion[],
  users: readonly NotifiedUser[],
  noticeId: string | null,
): Promise<void> {
  const recipients = users.map(({ id, name, state }) => ({ id, name, live: state === 'delivered' }));
  await recordInbox(tx, occasions, recipients, noticeId);
}

/** Returns which users have a live stream: on this node, or on another node by its last heartbeat. */
async function onlineUsers(tx: Db, ids: string[]): Promise<Set<string>> {
  const connected = listeners();
  const rows = await tx.rows(
    sql<{
      id: string;
    }>`select user_id::text as id from presence where user_id = any(${bigints(ids)}) and seen_at > now() - interval '20 seconds'`,
  );
  return new Set([...ids.filter((id) => connected.has(id)), ...rows.map(({ id }) => id)]);
}

/** Maximum number of users that one rung or request notifies. */
export const maxUsers = 20;

/** Adds whether an inbox notice reaches each user now. */
export async function withDeliveryState(
  tx: Db,
  users: readonly { id: string; name: string }[],
): Promise<NotifiedUser[]> {
  const live = await onlineUsers(
    tx,
    users.map(({ id }) => id),
  );
  return users.map(({ id, name }) => ({
    id,
    name,
    channel: 'inbox',
    state: live.has(id) ? 'delivered' : 'undelivered',
  }));
}

/** Returns 「站内通知班长：周倩（已送达）、王磊（未送达，未登录）」, or that the target has no user. */
export function recipientsText(whom: string, users: readonly NotifiedUser[]): string {
  if (users.length === 0) return `${whom}：范围内没有人担任，无人收到`;
  const each = users.map(({ name, state }) => `${name}（${state === 'delivered' ? '已送达' : '未送达，未登录'}）`);
  return `${whom}：${each.join('、')}`;
}

/** Returns the departments of warns: their names give the location without the customer. */
export async function departmentNames(tx: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.rows(
    sql<{
      id: string;
      name: string;
    }>`select id::text, name from department where id = any(${bigints(ids)})`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Returns the name of a warn's department. */
export async function departmentNameOf(tx: Db, departmentId: string): Promise<string | undefined> {
  return (await departmentNames(tx, [departmentId])).get(departmentId);
}
