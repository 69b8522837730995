import { and, eq, inArray, isNotNull, isNull, ne, or } from 'drizzle-orm';
import { type Colleague, nameOf, peopleWith } from '#features/user/server/service.ts';
import { scoped } from '#server/auth/scope.ts';
import { notFound, Problem } from '#server/core/problem.ts';
import { may, type Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { type Change, command } from '#server/feature/command.ts';
import { type WarnRow, warnRows } from './rows.ts';
import { warn } from './schema.ts';
import { rowFor, sightOf } from './sight.ts';
import { isStranger, tell } from './tell.ts';

export type StoredWarn = typeof warn.$inferSelect;

/** `isStranger` of tell.ts in SQL. */
const strangers = and(
  eq(warn.type, 'unknown'),
  isNull(warn.customerId),
  isNull(warn.equipmentId),
  isNull(warn.createdBy),
);

/** The alarms that the viewer may see: scope; device work, and with it unregistered numbers of anywhere, only with its right. */
export function visibleWarns(viewer: Viewer, tx: Db = db) {
  const staff = may(viewer, 'warn:device');
  const rows = scoped(viewer, warn, tx, staff ? strangers : undefined);
  return { rows, only: staff ? undefined : ne(rows.family, 'device') };
}

/** Who can take an alarm: people with the right and its place in their scope; device staff of anywhere for an unregistered number. */
export async function ableToTake(tx: Db, row: StoredWarn): Promise<Colleague[]> {
  if (!isStranger(row)) return peopleWith(tx, 'warn:claim', row);
  const staff = new Set((await peopleWith(tx, 'warn:device', null)).map((one) => one.id));
  return (await peopleWith(tx, 'warn:claim', null)).filter((one) => staff.has(one.id));
}

/** One visible alarm; 404 otherwise. */
export async function seenWarn(viewer: Viewer, id: string, tx: Db = db): Promise<StoredWarn> {
  const { rows, only } = visibleWarns(viewer, tx);
  const found = await tx
    .select()
    .from(rows)
    .where(and(eq(rows.id, id), only));
  const row = found[0];
  if (!row) throw notFound('告警');
  return row;
}

/** Whether an alarm of that person is open which the viewer may see: then they may look behind the masks of that one. */
export async function seesOpenWarnOf(viewer: Viewer, customerId: string): Promise<boolean> {
  if (!may(viewer, 'warn:list')) return false;
  const { rows, only } = visibleWarns(viewer);
  const found = await db
    .select({ id: rows.id })
    .from(rows)
    .where(and(eq(rows.customerId, customerId), inArray(rows.status, ['pending', 'handling']), only))
    .limit(1);
  return found.length > 0;
}

/** Whether the viewer handles an alarm of that person, or owes its follow-up: then they see that one whole at the desk. */
export async function hasInHand(viewer: Viewer, customerId: string): Promise<boolean> {
  const { rows, only } = visibleWarns(viewer);
  const found = await db
    .select()
    .from(rows)
    .where(
      and(
        eq(rows.customerId, customerId),
        eq(rows.handlerId, viewer.userId),
        or(eq(rows.status, 'handling'), and(isNotNull(rows.followUpAt), isNull(rows.followedUpAt))),
        only,
      ),
    );
  return found.some((row) => sightOf(viewer, row) === 'whole');
}

export interface Acting extends Change {
  row: StoredWarn;
}

/** A change of one visible alarm under its row lock; tells the streams and answers the row as it then is. */
export async function act<T>(
  viewer: Viewer,
  id: string,
  fn: (acting: Acting) => Promise<T>,
): Promise<{ value: T; row: WarnRow }> {
  return command(viewer, async (change) => {
    await seenWarn(viewer, id, change.tx);
    const [locked] = await change.tx.select().from(warn).where(eq(warn.id, id)).for('update');
    if (!locked) throw notFound('告警');
    const value = await fn({ ...change, row: locked });
    tell(change, locked, 'changed');
    const [row] = await warnRows(change.tx, [id]);
    return { value, row: rowFor(viewer, row as WarnRow) };
  });
}

/** 409 with who has it: 「已由 王磊 接警」. */
export async function takenBy(tx: Db, row: StoredWarn): Promise<Problem> {
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

/** Only who took it (or a leader) moves a taken alarm on. */
export async function mustHold(tx: Db, viewer: Viewer, row: StoredWarn): Promise<void> {
  if (row.status === 'pending') throw new Problem(409, '请先接警', { handlerName: null, status: row.status });
  const mine = row.handlerId === viewer.userId || may(viewer, 'warn:lead');
  if (row.status !== 'handling' || !mine) throw await takenBy(tx, row);
}

/** Notes, calls and dispatches: anybody in scope may help while it is open. */
export async function mustBeOpen(tx: Db, row: StoredWarn): Promise<void> {
  if (row.status !== 'pending' && row.status !== 'handling') throw await takenBy(tx, row);
}
