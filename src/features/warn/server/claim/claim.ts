import { sql } from 'kysely';
import { departmentsToGive } from '#features/department/server/service.ts';
import type { warnApi } from '#features/warn/contract.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { now } from '#server/db/values.ts';
import type { InputOf } from '#shared/endpoint.ts';
import {
  changeWarn,
  claimedByProblem,
  type LockedWarn,
  requireHandler,
  requireOpen,
  type StoredWarn,
  usersAbleToClaim,
} from '../access.ts';
import { overdueNow } from '../read/response.ts';
import type { WarnRow } from '../read/rows.ts';
import { addStep, dropTimers, rearmClaim } from '../steps.ts';
import { updateWarn } from '../updateWarn.ts';
import { emitWarnEvent } from '../warnEvents.ts';

type Api = typeof warnApi;

/** Claims the warn that the desk or device staff see. */
export async function claimWarn(viewer: Viewer, { id }: InputOf<Api['claimWarn']>): Promise<WarnRow> {
  const { row } = await changeWarn(viewer, id, (locked) => takeWarn(locked, viewer));
  return row;
}

/**
 * Claims a locked warn. Only one caller wins: the state moves only from pending. A repeated claim by the handler changes
 * nothing.
 */
export async function takeWarn(locked: LockedWarn, viewer: Viewer): Promise<void> {
  const { tx, row } = locked;
  if (row.status === 'handling' && row.handlerId === viewer.userId) return;
  if (row.status !== 'pending') throw await claimedByProblem(tx, row);
  await updateWarn(locked, {
    status: 'handling',
    handlerId: viewer.userId,
    claimedAt: now,
    firstClaimedAt: row.firstClaimedAt ?? now,
    overdue: overdueNow,
    offeredTo: null,
    progress: '已接警',
  });
  await dropTimers(tx, row.id, ['claim', 'receiver', 'offer']);
  // Only the first claim counts for the waiting time.
  const waited = row.firstClaimedAt === null ? { waitedMs: Date.now() - Date.parse(row.waitingSince) } : {};
  await addStep(tx, { ...row, status: 'handling' }, viewer, 'claimed', null, waited);
}

export async function releaseWarn(viewer: Viewer, { id, reason }: InputOf<Api['releaseWarn']>): Promise<WarnRow> {
  const { row } = await changeWarn(viewer, id, async (locked) => {
    await requireHandler(locked.tx, viewer, locked.row);
    await release(locked, viewer, 'released', reason, {});
  });
  return row;
}

/** Returns a claimed warn to waiting; its clock keeps running. */
export async function release(
  locked: LockedWarn,
  viewer: Viewer,
  kind: 'released' | 'transferred',
  reason: string,
  data: Record<string, unknown>,
  offeredTo: string | null = null,
): Promise<void> {
  const { tx, row } = locked;
  await updateWarn(locked, {
    status: 'pending',
    handlerId: null,
    claimedAt: null,
    offeredTo,
    progress: kind === 'released' ? '已释放' : '已转派',
  });
  await dropTimers(tx, row.id, ['progress', 'receiver', 'offer']);
  await addStep(tx, { ...row, status: 'pending' }, viewer, kind, reason, data);
  await rearmClaim(tx, row);
}

export async function transferWarn(viewer: Viewer, input: InputOf<Api['transferWarn']>): Promise<WarnRow> {
  const { id, userId, departmentId, reason } = input;
  if ((userId === undefined) === (departmentId === undefined))
    throw invalidField('userId', '请选择转给谁：一个人或一个部门');
  const { row } = await changeWarn(viewer, id, async (locked) => {
    const { tx } = locked;
    if (locked.row.status === 'handling') await requireHandler(tx, viewer, locked.row);
    else await requireOpen(tx, locked.row);
    await requireUnchangedOffer(locked, input.offeredTo);
    const to = userId
      ? await targetUserName(tx, userId, locked.row)
      : await targetDepartmentName(locked, viewer, departmentId ?? '');
    if (!to) throw invalidField(userId ? 'userId' : 'departmentId', userId ? '这个人不能接这条告警' : '没有这个部门');
    await release(locked, viewer, 'transferred', reason, { userId, departmentId, to }, userId ?? null);
    if (departmentId) await moveTo(locked, departmentId);
  });
  return row;
}

/** Throws 409 if a user offered the warn to another user than the caller saw; an automatic offer may be overridden. */
async function requireUnchangedOffer({ tx, row }: LockedWarn, expectedOffer: string | null | undefined): Promise<void> {
  const { id, offeredTo } = row;
  if (expectedOffer === undefined || offeredTo === null || offeredTo === expectedOffer) return;
  const last = await tx
    .selectFrom('warnStep as s')
    .leftJoin('user as u', 'u.id', 's.userId')
    .select([
      'u.name as by',
      sql<string | null>`s.data ->> 'userId'`.as('userId'),
      sql<string | null>`s.data ->> 'to'`.as('to'),
    ])
    .where('s.warnId', '=', id)
    .where('s.kind', '=', 'transferred')
    .orderBy('s.at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last?.userId === offeredTo)
    throw new Problem(409, `刚由 ${last.by ?? '系统'} 指派给 ${last.to ?? '他人'}`, { offeredTo });
}

/** Returns the name of a department that the viewer may see; '' for any other. */
async function targetDepartmentName({ tx, row }: LockedWarn, viewer: Viewer, id: string): Promise<string> {
  const departments = await departmentsToGive(tx, viewer.scope, row.departmentId);
  return departments.find((department) => department.id === id)?.name ?? '';
}

/** Moves the warn to a department, so that it enters the scope of its users; emits events to both departments. */
async function moveTo(locked: LockedWarn, departmentId: string): Promise<void> {
  await updateWarn(locked, { departmentId });
  emitWarnEvent(locked, { ...locked.row, departmentId, handlerId: null }, 'changed');
}

/** Returns the name of a user who can claim the warn (enabled, with permission, in scope); otherwise ''. */
async function targetUserName(tx: Db, userId: string, row: StoredWarn): Promise<string> {
  return (await usersAbleToClaim(tx, row)).find((user) => user.id === userId)?.name ?? '';
}
