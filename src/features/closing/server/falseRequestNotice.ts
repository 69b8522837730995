import { plainAsHtml, sendNotice } from '#features/notice/server/service.ts';
import { usersOfRole, usersWith } from '#features/user/server/service.ts';
import {
  departmentNameOf,
  isUnknownNumber,
  markOf,
  maxUsers,
  type NotifiedUser,
  occasionOf,
  recordInboxDelivery,
  type StoredWarn,
  withDeliveryState,
} from '#features/warn/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import type { FalseReason } from '#shared/codes.ts';

const judge = 'warn:judge';

/**
 * Returns the leaders in scope of the warn, else the users who may answer; for an unregistered number device staff who
 * may answer.
 */
async function leadersOf(tx: Db, row: StoredWarn): Promise<{ id: string; name: string }[]> {
  if (isUnknownNumber(row)) return (await usersWith(tx, 'warn:device', null)).filter((user) => user.has(judge));
  const leaders = await usersOfRole(tx, 'leader', row);
  return leaders.length > 0 ? leaders : usersWith(tx, judge, row);
}

/**
 * Sends a 误报 request to the inboxes of users who can answer it: number, type and department, without the customer's
 * name. Returns the notified users and those not logged in.
 */
export async function notifyLeaders(
  ctx: CommandContext,
  viewer: Viewer,
  row: StoredWarn,
  reason: FalseReason,
): Promise<NotifiedUser[]> {
  const leaders = (await leadersOf(ctx.tx, row)).filter(({ id }) => id !== viewer.userId).slice(0, maxUsers);
  const recipients = await withDeliveryState(ctx.tx, leaders);
  if (recipients.length === 0) return recipients;
  const type = labelOf('warn_type', row.type);
  const text = [
    `${row.no} ${type}`,
    await departmentNameOf(ctx.tx, row.departmentId),
    `原因：${labelOf('false_reason', reason)}`,
    '答复之前告警照常响铃和升级',
  ];
  const noticeId = await sendNotice(ctx, viewer, {
    title: `${markOf(row)}误报待核实：${type} ${row.no}`,
    content: `<p>请打开「SOS 告警」核实：</p><ul><li>${plainAsHtml(markOf(row) + text.filter(Boolean).join('，'))}</li></ul>`,
    level: 'important',
    userIds: recipients.map(({ id }) => id),
    departmentId: row.departmentId,
  });
  await recordInboxDelivery(ctx, [occasionOf(row, 'asked', noticeId ?? 0)], recipients, noticeId);
  return recipients;
}

/**
 * Sends the refusal of a 误报 request to its requester. The reason may name the customer, so it is only in the timeline.
 * @param requesterId null or the viewer: no notice
 */
export async function notifyRefusal(
  ctx: CommandContext,
  viewer: Viewer,
  row: StoredWarn,
  requesterId: string | null,
): Promise<void> {
  if (requesterId === null || requesterId === viewer.userId) return;
  const subject = `${markOf(row)}${labelOf('warn_type', row.type)} ${row.no}`;
  await sendNotice(ctx, viewer, {
    title: `误报未获同意：${subject}`,
    content: `<p>${plainAsHtml(`${viewer.name} 不同意把 ${subject} 标为误报，请继续处理。原因写在这条告警的时间线里。`)}</p>`,
    level: 'important',
    userIds: [requesterId],
    departmentId: row.departmentId,
  });
}
