import { leaderAbove } from '#features/department/server/service.ts';
import { growNotice, plainAsHtml, sendNotice } from '#features/notice/server/service.ts';
import { growingNotice, type Occasion, recordRead } from '#features/notification/server/service.ts';
import { usersOfRole, usersWith } from '#features/user/server/service.ts';
import {
  type DueRung,
  isUnknownNumber,
  markOf,
  maxUsers,
  type NotifiedUser,
  recordInboxDelivery,
  type StoredWarn,
  withDeliveryState,
} from '#features/warn/server/service.ts';
import { system } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import { drillMark } from '#shared/drill.ts';

export type Target = Exclude<DueRung['target'], 'seat' | 'contacts'>;

const roleOf: Record<Exclude<Target, 'duty'>, string> = { leader: 'leader', manager: 'area', admin: 'admin' };

/** One escalation, as its recipients read it. */
export interface Escalated {
  row: StoredWarn;
  occasion: Occasion;
  reason: string;
  users: readonly NotifiedUser[];
}

/**
 * Returns the users of a target. An unregistered number adds device staff to the leader; 部门负责人 is the leader of the
 * department or of the next above, else a role; other targets are roles.
 */
async function usersOfTarget(
  tx: Db,
  target: Exclude<Target, 'duty'>,
  row: StoredWarn,
): Promise<{ id: string; name: string }[]> {
  if (target === 'leader' && isUnknownNumber(row)) {
    const both = [...(await usersOfRole(tx, 'leader', row)), ...(await usersWith(tx, 'warn:device', null))];
    return [...new Map(both.map((user) => [user.id, user])).values()].slice(0, maxUsers);
  }
  const leader = target === 'manager' ? await leaderAbove(tx, row.departmentId) : null;
  return leader ? [leader] : usersOfRole(tx, roleOf[target], row);
}

/**
 * Returns the users of a rung in the warn's scope with their delivery state. If `duty` (on duty by the roster) is
 * empty, the leader replaces it: `target` is the one notified in the end.
 */
export async function usersOfRung(
  tx: Db,
  requested: Target,
  row: StoredWarn,
  duty: readonly { id: string; name: string }[],
): Promise<{ target: Target; users: NotifiedUser[] }> {
  const onDuty = requested === 'duty' && !isUnknownNumber(row) ? duty.slice(0, maxUsers) : [];
  if (onDuty.length > 0) return { target: 'duty', users: await withDeliveryState(tx, onDuty) };
  const target = requested === 'duty' ? 'leader' : requested;
  return { target, users: await withDeliveryState(tx, await usersOfTarget(tx, target, row)) };
}

/**
 * Sends one inbox message for all warns that escalated together to their recipients, so that a storm does not flood
 * inboxes; beyond five warns in a minute the last message grows. Drills have separate messages.
 */
export async function sendToInboxes(
  ctx: CommandContext,
  escalated: readonly Escalated[],
  namesByDepartment: ReadonlyMap<string, string>,
): Promise<void> {
  const byRecipients = new Map<string, Escalated[]>();
  for (const entry of escalated.filter(({ users }) => users.length > 0)) {
    const key = entry.users.map(({ id }) => id).join(',');
    byRecipients.set(key, [...(byRecipients.get(key) ?? []), entry]);
  }
  // A fixed order avoids deadlocks: each call may lock the notice that grows.
  for (const [, group] of [...byRecipients].sort(([entry], [other]) => entry.localeCompare(other))) {
    const [first] = group;
    if (!first) continue;
    const items = group.map(({ row, reason }) => {
      const text = [
        `${row.no} ${labelOf('warn_type', row.type)}`,
        namesByDepartment.get(row.departmentId),
        reason,
      ].filter(Boolean);
      return `<li>${plainAsHtml(markOf(row) + text.join('，'))}</li>`;
    });
    const userIds = first.users.map(({ id }) => id);
    const occasions = group.map(({ occasion }) => occasion);
    const drill = group.some(({ row }) => row.test);
    const grows = drill ? null : await growingNotice(ctx.tx, userIds, group.length);
    if (grows) {
      await recordInboxDelivery(ctx, occasions, first.users, grows);
      await growNotice(ctx, grows, `${await recordRead(ctx.tx, grows)} 条告警升级`, items.join(''));
      continue;
    }
    const noticeId = await sendNotice(ctx, system(), {
      title: `${group.every(({ row }) => row.test) ? drillMark : ''}${
        group.length === 1
          ? `告警升级：${labelOf('warn_type', first.row.type)} ${first.row.no}`
          : `${group.length} 条告警升级`
      }`,
      content: `<p>请打开「SOS 告警」处理：</p><ul>${items.join('')}</ul>`,
      level: 'important',
      userIds,
      departmentId: first.row.departmentId,
    });
    await recordInboxDelivery(ctx, occasions, first.users, noticeId);
  }
}
