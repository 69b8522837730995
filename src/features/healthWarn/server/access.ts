import { nameOf } from '#features/user/server/service.ts';
import { emitWarnEvent, lockWarn, requireHealthWarn, type StoredWarn } from '#features/warn/server/service.ts';
import { notFound, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { type CommandContext, command } from '#server/feature/command.ts';
import { type WarningRow, warningRows } from './rows.ts';

export interface LockedWarning extends CommandContext {
  row: StoredWarn;
}

/** Returns a 409 that says who has the warning, or how it ended: 「已由 李静 接」. */
async function takenProblem(tx: Db, { status, handlerId, claimedAt, ignoredAt }: StoredWarn): Promise<Problem> {
  const handlerName = handlerId ? await nameOf(tx, handlerId) : null;
  const by = handlerName ? `已由 ${handlerName} ` : '已由系统';
  const isOpen = status === 'pending' || status === 'handling';
  const act = isOpen ? '接' : ignoredAt ? '忽略' : '结案';
  return new Problem(409, `${by}${act}`, { handlerId, handlerName, status, claimedAt });
}

/** Throws 409 unless health staff work the warning: it has ended, or the desk has it. */
export async function requireOpen(tx: Db, row: StoredWarn): Promise<void> {
  if (row.status !== 'pending' && row.status !== 'handling') throw await takenProblem(tx, row);
  if (row.family !== 'health')
    throw new Problem(409, '已升级为 SOS，由接警台处理', { status: row.status, family: row.family });
}

/** Throws 409 with the name if a colleague has the warning. */
export async function requireUntaken(tx: Db, viewer: Viewer, row: StoredWarn): Promise<void> {
  await requireOpen(tx, row);
  if (row.status === 'handling' && row.handlerId !== viewer.userId) throw await takenProblem(tx, row);
}

/** Throws 409 unless the viewer has the warning. */
export async function requireTaken(tx: Db, viewer: Viewer, row: StoredWarn): Promise<void> {
  await requireUntaken(tx, viewer, row);
  if (row.status === 'pending') throw new Problem(409, '请先接这条预警', { handlerName: null, status: row.status });
}

/** Changes one visible warning under its row lock, emits the event and returns the new row. */
export async function changeWarning(
  viewer: Viewer,
  id: string,
  fn: (locked: LockedWarning) => Promise<void>,
): Promise<WarningRow> {
  return command(viewer, async (ctx) => {
    await requireHealthWarn(viewer, id, ctx.tx);
    const stored = await lockWarn(ctx.tx, id);
    if (!stored) throw notFound('预警');
    await fn({ ...ctx, row: stored });
    emitWarnEvent(ctx, stored, 'changed');
    const [row] = await warningRows(ctx.tx, [id]);
    if (!row) throw notFound('预警');
    return row;
  });
}
