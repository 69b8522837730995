import { sql } from 'kysely';
import { freeShift, maxDays, type shiftApi } from '#features/shift/contract.ts';
import { invalidField, notFound, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { visibleUsers } from '#server/db/userScope.ts';
import { any, now } from '#server/db/values.ts';
import { viewerZone } from '#server/db/zone.ts';
import { command } from '#server/feature/command.ts';
import { stale } from '#server/feature/stale.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { requireNoLongRun } from './longRun.ts';
import { type Offered, patternOf } from './pattern.ts';
import { notifyMoved } from './turnNotices.ts';
import { lockUsers, overlap, validateTurn, validateUser } from './turnRules.ts';

type Api = typeof shiftApi;

interface StoredTurn {
  id: string;
  userId: string;
  from: string;
  until: string;
  version: number;
  updatedAt: string;
  updatedBy: string | null;
  over: boolean;
}

/** Locks turns of users in scope in the order of their ids; 404 for an unknown one. */
async function lockTurns(tx: Db, viewer: Viewer, ids: readonly string[]): Promise<StoredTurn[]> {
  const rows = await tx.rows(sql<StoredTurn>`
    select r.id::text, r.user_id::text as "userId", r.from_at as "from", r.until_at as until, r.version, r.updated_at as "updatedAt",
      r.updated_by::text as "updatedBy", r.until_at <= now() as over
    from shift_turn r join "user" u on u.id = r.user_id
    where r.id = ${any([...ids])} and r.deleted_at is null and ${visibleUsers(viewer)}
    order by r.id for update of r`);
  if (rows.length < ids.length) throw notFound('排班');
  if (rows.some((row) => row.over)) throw new Problem(409, '已经结束的班次不能再改');
  return rows;
}

/** Adds or changes a turn. 400 with the reason when it is over, overlaps another or its user is out of scope. */
export async function editRoster(
  viewer: Viewer,
  input: InputOf<Api['editRoster']>,
): Promise<OutputOf<Api['editRoster']>> {
  const { id, version, userId, from, until } = input;
  const seat = input.seat?.trim() || null;
  return command(viewer, async (ctx) => {
    const { tx } = ctx;
    const pattern = input.patternId ? await patternOf(tx, viewer, input.patternId) : null;
    const [previous] = id === undefined ? [] : await lockTurns(tx, viewer, [id]);
    await validateUser(viewer, userId);
    await lockUsers(tx, [userId]);
    if (id === undefined || !previous) {
      await validateTurn(tx, viewer, { userId, from, until });
      return insertTurn(tx, viewer, { userId, pattern, seat, from, until });
    }
    if (version !== previous.version) throw await stale(tx, 'shift_turn', id, version ?? 0, previous);
    await validateTurn(tx, viewer, { userId, from, until }, [id]);
    return notifyMoved(ctx, viewer, [id], () =>
      tx
        .updateTable('shiftTurn')
        .set({ userId, ...labelled(pattern), seat, fromAt: from, untilAt: until })
        .where('id', '=', id)
        .returning(['id', 'version'])
        .executeTakeFirstOrThrow(),
    );
  });
}

/** Returns pattern id and name to store with a turn. */
export function labelled(pattern: Pick<Offered, 'id' | 'name'> | null): { patternId: string | null; shift: string } {
  return { patternId: pattern?.id ?? null, shift: pattern?.name ?? freeShift };
}

/** Inserts a validated turn. */
export async function insertTurn(
  tx: Db,
  viewer: Viewer,
  turn: Pick<InputOf<Api['editRoster']>, 'userId' | 'from' | 'until'> & {
    pattern: Pick<Offered, 'id' | 'name'> | null;
    seat: string | null;
  },
): Promise<{ id: string; version: number }> {
  const { userId, pattern, seat, from, until } = turn;
  return tx
    .insertInto('shiftTurn')
    .values({ userId, ...labelled(pattern), seat, fromAt: from, untilAt: until, createdBy: viewer.userId })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
}

/** Deletes turns that are not over. */
export async function deleteRoster(
  viewer: Viewer,
  { ids }: InputOf<Api['deleteRoster']>,
): Promise<OutputOf<Api['deleteRoster']>> {
  return command(viewer, async (ctx) => {
    const { tx } = ctx;
    await lockTurns(tx, viewer, ids);
    await notifyMoved(ctx, viewer, ids, () =>
      tx.updateTable('shiftTurn').set({ deletedAt: now }).where('id', '=', any(ids)).execute(),
    );
    return { count: ids.length };
  });
}

/** Swaps the users of two turns; each must be free at the other time. */
export async function swapRoster(
  viewer: Viewer,
  { id, version, withId, withVersion, acceptLong }: InputOf<Api['swapRoster']>,
): Promise<OutputOf<Api['swapRoster']>> {
  if (id === withId) throw invalidField('withId', '请选择另一个人的班次');
  return command(viewer, async (ctx) => {
    const { tx } = ctx;
    const users = await tx.rows(sql<{ id: string }>`
      select user_id::text as id from shift_turn where id = ${any([id, withId])}`);
    await lockUsers(
      tx,
      users.map((row) => row.id),
    );
    const turns = await lockTurns(tx, viewer, [id, withId]);
    const [first, second] = [turns.find((row) => row.id === id), turns.find((row) => row.id === withId)];
    if (!first || !second) throw notFound('排班');
    if (first.version !== version) throw await stale(tx, 'shift_turn', id, version, first);
    if (second.version !== withVersion) throw await stale(tx, 'shift_turn', withId, withVersion, second);
    if (first.userId === second.userId) throw invalidField('withId', '两个班次是同一个人的');
    const exchange = [
      [first, second.userId],
      [second, first.userId],
    ] as const;
    await notifyMoved(ctx, viewer, [id, withId], async () => {
      for (const [turn, userId] of exchange) {
        const overlapText = await overlap(tx, viewer, { ...turn, userId }, [id, withId]);
        if (overlapText) throw invalidField('withId', overlapText);
        await tx.updateTable('shiftTurn').set({ userId }).where('id', '=', turn.id).execute();
      }
    });
    if (!acceptLong) await requireNoLongRun(tx, viewer, [id, withId]);
    return { id, withId };
  });
}

/** Adds the pattern on each day from–to for each user, all or none; skips turns that are over, 400 when all are. */
export async function fillRoster(
  viewer: Viewer,
  { userIds, patternId, seat, from, to }: InputOf<Api['fillRoster']>,
): Promise<OutputOf<Api['fillRoster']>> {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  if (days > maxDays) throw invalidField('to', `一次最多排${maxDays}天`);
  return command(viewer, async ({ tx }) => {
    const pattern = await patternOf(tx, viewer, patternId);
    for (const userId of userIds) await validateUser(viewer, userId);
    await lockUsers(tx, userIds);
    const zone = await viewerZone(tx, viewer);
    const turns = await tx.rows(sql<{ from: string; until: string }>`
      select (d + ${pattern.from}::time) at time zone ${zone} as "from",
        (d + ${pattern.until}::time + case when ${pattern.until}::time <= ${pattern.from}::time then interval '1 day' else interval '0' end)
          at time zone ${zone} as until
      from generate_series(${from}::date::timestamp, ${to}::date::timestamp, interval '1 day') d order by 1`);
    const ahead = turns.filter(({ until }) => Date.parse(until) > Date.now());
    const passedCount = turns.length - ahead.length;
    if (ahead.length === 0) throw invalidField('to', `${from} 至 ${to} 的${pattern.name}都已结束，不能再排`);
    for (const userId of userIds)
      for (const turn of ahead) {
        await validateTurn(tx, viewer, { userId, ...turn });
        await insertTurn(tx, viewer, { userId, pattern, seat: seat?.trim() || null, ...turn });
      }
    return { count: userIds.length * ahead.length, over: userIds.length * passedCount };
  });
}
