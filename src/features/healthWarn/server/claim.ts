import { plainAsHtml, sendNotice } from '#features/notice/server/service.ts';
import { type Colleague, colleaguesOf, usersWith } from '#features/user/server/service.ts';
import { release, requireHealthWarn, type StoredWarn, takeWarn } from '#features/warn/server/service.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { warningApi } from '../contract.ts';
import { changeWarning, type LockedWarning, requireUntaken } from './access.ts';
import type { WarningRow } from './rows.ts';

type Api = typeof warningApi;

const handle = 'earlyWarning:handle';

/** Takes a warning. Only one caller wins: the others get 409 with the name. A repeated call changes nothing. */
export async function claimEarlyWarning(
  viewer: Viewer,
  { id }: InputOf<Api['claimEarlyWarning']>,
): Promise<WarningRow> {
  return changeWarning(viewer, id, async (locked) => {
    await requireUntaken(locked.tx, viewer, locked.row);
    if (locked.row.status === 'handling') return;
    await takeWarn(locked, viewer);
    await noteLateness(locked);
  });
}

/** Marks as overdue what is taken past its deadline before the sweep has come to it: nobody needs to be told any more. */
async function noteLateness({ tx, row }: LockedWarning): Promise<void> {
  await tx
    .updateTable('healthWarn')
    .set((eb) => ({ overdueAt: eb.ref('dueAt') }))
    .where('warnId', '=', row.id)
    .where('overdueAt', 'is', null)
    .where((eb) => eb('dueAt', '<=', eb.fn<string>('now')))
    .execute();
}

/** Takes several, mostly all of one person, each in its own transaction: a refusal of one does not stop the others. */
export async function batchClaim(
  viewer: Viewer,
  { ids }: InputOf<Api['batchClaim']>,
): Promise<OutputOf<Api['batchClaim']>> {
  const answers: OutputOf<Api['batchClaim']> = [];
  for (const id of ids) {
    try {
      answers.push(await claimEarlyWarning(viewer, { id }));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      answers.push({ id, msg: error.message });
    }
  }
  return answers;
}

/** Returns health staff who may work this warning. */
const staffOf = (row: StoredWarn): Promise<Colleague[]> => usersWith(db, handle, row);

/** Returns those to whom a warning can be given, or whom the viewer can choose as a filter. */
export async function getEarlyWarningHandler(
  viewer: Viewer,
  { id }: InputOf<Api['getEarlyWarningHandler']>,
): Promise<OutputOf<Api['getEarlyWarningHandler']>> {
  const users =
    id === undefined ? await colleaguesOf(viewer, handle) : await staffOf(await requireHealthWarn(viewer, id));
  return users.slice(0, 200).map(({ id, name, online }) => ({ id, name, online }));
}

/** Gives a warning to a colleague, for whom it waits; its deadline stays. */
export async function assignEarlyWarning(
  viewer: Viewer,
  { id, userId }: InputOf<Api['assignEarlyWarning']>,
): Promise<WarningRow> {
  return changeWarning(viewer, id, async (locked) => {
    await requireUntaken(locked.tx, viewer, locked.row);
    const to = (await staffOf(locked.row)).find((user) => user.id === userId);
    if (!to) throw invalidField('userId', '这个人不能处理这条预警');
    await release(locked, viewer, 'transferred', '', { userId, to: to.name }, userId);
    if (userId === viewer.userId) return;
    const { no, departmentId } = locked.row;
    await sendNotice(locked, viewer, {
      title: `健康预警 ${no} 分配给你`,
      content: `<p>${plainAsHtml(`${viewer.name} 把健康预警 ${no} 分配给你，请打开「健康预警」接手。`)}</p>`,
      level: 'important',
      userIds: [userId],
      departmentId,
    });
  });
}
