import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import { type Colleague, nameOf, usersWith } from '#features/user/server/service.ts';
import { notFound, Problem } from '#server/core/problem.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { ownedTables, scopeCondition, scoped } from '#server/db/scoped.ts';
import type { DB, Warn } from '#server/db/tables.ts';
import { any } from '#server/db/values.ts';
import { type CommandContext, command } from '#server/feature/command.ts';
import { unknownNumbers } from './conditions.ts';
import { type WarnRow, warnRows } from './read/rows.ts';
import { rowFor, visibilityOf } from './read/visibility.ts';
import { emitWarnEvent, healthPermission, isUnknownNumber } from './warnEvents.ts';

export type StoredWarn = Selectable<Warn>;

/**
 * Selects the warns of the desk that the viewer may see: scope, plus unregistered numbers (they have no owner); with its
 * permission also device work.
 * @param health with the work of health staff, whose list is `visibleHealthWarns`, as far as the viewer may see it
 */
export function visibleWarns(viewer: Viewer, tx: Db = db, health = false): SelectQueryBuilder<DB, 'warn', object> {
  let visible = tx.selectFrom(scoped(viewer, 'warn', unknownNumbers));
  if (!health || !hasPermission(viewer, healthPermission)) visible = visible.where('warn.family', '<>', 'health');
  return hasPermission(viewer, 'warn:device') ? visible : visible.where('warn.family', '<>', 'device');
}

/** Selects the health warns that the viewer may see as health staff, also those at the desk by now. */
export function visibleHealthWarns(viewer: Viewer, tx: Db = db): SelectQueryBuilder<DB, 'warn', object> {
  const visible = tx.selectFrom(scoped(viewer, 'warn')).where('warn.type', '=', 'health');
  return hasPermission(viewer, healthPermission) ? visible : visible.where(sql<boolean>`false`);
}

/**
 * Returns the conditions of `visibleWarns` for hand-written SQL, under the table's name.
 * @param unknown with unregistered numbers, as `visibleWarns`
 */
export function visibleWarnsTable(viewer: Pick<Viewer, 'userId' | 'scope'>, device: boolean, unknown = false) {
  const inScope = scopeCondition(viewer, 'warn', ownedTables.warn.owners);
  return sql<Selectable<Warn>>`(
    select * from warn where (${inScope} or ${unknown} and ${unknownNumbers}) and family <> 'health' and (family <> 'device' or ${device}))`.as(
    'warn',
  );
}

/**
 * Returns the users who can claim a warn: permission, and the warn in their scope; any scope for an unregistered
 * number.
 */
export async function usersAbleToClaim(tx: Db, row: StoredWarn): Promise<Colleague[]> {
  return usersWith(tx, 'warn:claim', isUnknownNumber(row) ? null : row);
}

/** Returns one visible warn of the desk or of device staff; otherwise throws 404. */
export async function requireWarn(viewer: Viewer, id: string, tx: Db = db): Promise<StoredWarn> {
  const row = await visibleWarns(viewer, tx).selectAll().where('warn.id', '=', id).executeTakeFirst();
  if (!row) throw notFound('告警');
  return row;
}

/** Returns one health warn that the viewer may see as health staff; otherwise throws 404. */
export async function requireHealthWarn(viewer: Viewer, id: string, tx: Db = db): Promise<StoredWarn> {
  const row = await visibleHealthWarns(viewer, tx).selectAll().where('warn.id', '=', id).executeTakeFirst();
  if (!row) throw notFound('预警');
  return row;
}

/** Locks warns until the end of the transaction, in id order. The caller has checked the permission. */
export async function lockWarns(tx: Db, ids: readonly string[]): Promise<StoredWarn[]> {
  return tx.selectFrom('warn').selectAll().where('id', '=', any(ids)).orderBy('id').forUpdate().execute();
}

/** Locks one warn until the end of the transaction; without a permission check. */
export async function lockWarn(tx: Db, id: string): Promise<StoredWarn | undefined> {
  return (await lockWarns(tx, [id]))[0];
}

/** Whether the viewer may see an open warn of the customer: then the viewer may unmask this customer. */
export async function canViewOpenWarnOf(viewer: Viewer, customerId: string): Promise<boolean> {
  const lists = [...(hasPermission(viewer, 'warn:list') ? [visibleWarns(viewer)] : []), visibleHealthWarns(viewer)];
  const answers = await Promise.all(
    lists.map((list) =>
      list
        .select('warn.id')
        .where('warn.customerId', '=', customerId)
        .where('warn.status', 'in', ['pending', 'handling'])
        .limit(1)
        .executeTakeFirst(),
    ),
  );
  return answers.some((open) => open !== undefined);
}

/**
 * Whether the viewer handles a warn of the customer or owes its follow-up: then the desk shows the customer unmasked.
 */
export async function handlesWarnOf(viewer: Viewer, customerId: string): Promise<boolean> {
  const rows = await visibleWarns(viewer)
    .select(['warn.status', 'warn.handlerId', 'warn.followUpAt', 'warn.followedUpAt'])
    .where('warn.customerId', '=', customerId)
    .where('warn.handlerId', '=', viewer.userId)
    .where((eb) =>
      eb.or([
        eb('warn.status', '=', 'handling'),
        eb.and([eb('warn.followUpAt', 'is not', null), eb('warn.followedUpAt', 'is', null)]),
      ]),
    )
    .execute();
  return rows.some((row) => visibilityOf(viewer, row) === 'whole');
}

export interface LockedWarn extends CommandContext {
  row: StoredWarn;
}

/** Changes one visible warn under its row lock, emits the event and returns the new row. */
export async function changeWarn<T>(
  viewer: Viewer,
  id: string,
  fn: (stored: LockedWarn) => Promise<T>,
): Promise<{ value: T; row: WarnRow }> {
  return command(viewer, async (ctx) => {
    await requireWarn(viewer, id, ctx.tx);
    const stored = await lockWarn(ctx.tx, id);
    if (!stored) throw notFound('告警');
    const value = await fn({ ...ctx, row: stored });
    emitWarnEvent(ctx, stored, 'changed');
    const [row] = await warnRows(ctx.tx, [id]);
    return { value, row: rowFor(viewer, row as WarnRow) };
  });
}

/** Returns a 409 that names the handler: 「已由 王磊 接警」. */
export async function claimedByProblem(tx: Db, row: StoredWarn): Promise<Problem> {
  const handlerName = row.handlerId ? await nameOf(tx, row.handlerId) : null;
  const finished = row.status === 'done' || row.status === 'false';
  const message = finished
    ? `告警已由 ${handlerName ?? '系统'} ${row.status === 'done' ? '结案' : '标记误报'}`
    : `已由 ${handlerName ?? '他人'} 接警`;
  return new Problem(409, message, {
    handlerId: row.handlerId,
    handlerName,
    status: row.status,
    claimedAt: row.claimedAt,
  });
}

/** Throws unless the viewer is the handler or a leader: only they may move a claimed warn on. */
export async function requireHandler(tx: Db, viewer: Viewer, row: StoredWarn): Promise<void> {
  if (row.status === 'pending') throw new Problem(409, '请先接警', { handlerName: null, status: row.status });
  const isHandler = row.handlerId === viewer.userId || hasPermission(viewer, 'warn:lead');
  if (row.status !== 'handling' || !isHandler) throw await claimedByProblem(tx, row);
}

/** Throws unless the warn is open: any user in scope may then add notes, calls and dispatches. */
export async function requireOpen(tx: Db, row: StoredWarn): Promise<void> {
  if (row.status !== 'pending' && row.status !== 'handling') throw await claimedByProblem(tx, row);
}
