import { sql } from 'kysely';
import {
  lockEquipmentRows,
  moveNumbers,
  requireGatewayAbove,
  requireOneProject,
  uniqueViolation,
} from '#features/equipment/server/service.ts';
import type { gatewayApi } from '#features/gateway/contract.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import { stale } from '#server/feature/stale.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { requireRoom } from './addChild.ts';

type Api = typeof gatewayApi;
type Move = InputOf<Api['moveChild']>;
type Row = Awaited<ReturnType<typeof lockEquipmentRows>>[number];

/** Seconds within which a move by another user shows that the page was of before. */
const recent = 10;

/** Returns the gateways of devices before they are locked. */
async function gatewaysOf(ids: readonly string[]): Promise<Map<string, string | null>> {
  const rows = await db.selectFrom('equipment').select(['id', 'gatewayId']).where('id', '=', any(ids)).execute();
  return new Map(rows.map(({ id, gatewayId }) => [id, gatewayId]));
}

/** Returns those of the devices that another user moved to another gateway just now. */
async function movedByOthers(tx: Db, viewer: Viewer, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows(sql<{ id: string }>`
    select row_id as id from change_log where table_name = 'equipment' and row_id = any(${ids}::text[]) and changes -> 'gateway_id' ->> 0 is not null
      and action = 'update' and actor_id <> ${viewer.userId}::bigint and at > now() - make_interval(secs => ${recent}::int)`);
  return new Set(rows.map(({ id }) => id));
}

/** Throws 409 with who and when, for a child that stands elsewhere than the caller saw it. */
async function requireUnmoved(
  tx: Db,
  viewer: Viewer,
  rows: readonly Row[],
  { from, before }: { from: string | null | undefined; before: ReadonlyMap<string, string | null> },
): Promise<void> {
  const others =
    from === undefined
      ? await movedByOthers(
          tx,
          viewer,
          rows.map(({ id }) => id),
        )
      : new Set<string>();
  const moved = rows.find(({ id, gatewayId }) =>
    from === undefined ? gatewayId !== before.get(id) || others.has(id) : gatewayId !== from,
  );
  if (moved) throw await stale(tx, 'equipment', moved.id, moved.version - 1, moved);
}

/** Throws 400 for a gateway that cannot speak for one of the devices. */
async function requireSpeaker(tx: Db, viewer: Viewer, rows: readonly Row[], gatewayId: string): Promise<void> {
  let protocol = '';
  for (const { id } of rows) ({ protocol } = await requireGatewayAbove(tx, viewer, id, gatewayId));
  const other = await tx.row(sql<{ sn: string }>`
    select e.sn from equipment e join model m on m.id = e.model_id
    where e.id = ${any(rows.map(({ id }) => id))} and m.protocol <> ${protocol} limit 1`);
  if (other) throw invalidField('gatewayId', `设备「${other.sn}」的协议与网关不同，请选择另一个网关`, 'protocol');
}

async function move(
  viewer: Viewer,
  { ids, gatewayId, from }: Pick<Move, 'ids' | 'gatewayId' | 'from'>,
): Promise<OutputOf<Api['moveChild']>> {
  const before = await gatewaysOf(ids);
  return command(viewer, async ({ tx }) => {
    // All at once, in the order that messages use.
    const locked = await lockEquipmentRows(tx, viewer, [
      ...new Set([...ids, ...(gatewayId === null ? [] : [gatewayId])]),
    ]);
    const rows = locked.filter(({ id }) => ids.includes(id));
    await requireUnmoved(tx, viewer, rows, { from, before });
    const moving = rows.filter((row) => row.gatewayId !== gatewayId);
    if (moving.length === 0) return { count: 0 };
    if (gatewayId !== null) {
      await requireSpeaker(tx, viewer, moving, gatewayId);
      await requireRoom(tx, { id: gatewayId }, moving.length);
    }
    const moved = moving.map(({ id }) => id);
    await tx.updateTable('equipment').set({ gatewayId }).where('id', '=', any(moved)).execute();
    if (gatewayId !== null) await requireOneProject(tx, moved, 'gatewayId');
    for (const row of moving) await moveNumbers(tx, row.id, row.gatewayId, gatewayId);
    return { count: moved.length };
  }).catch((error: unknown) => uniqueViolation(error, 'ids'));
}

/** Moves children to another gateway or to none; all or none. The command log has the reason. */
export function moveChild(viewer: Viewer, { reason: _reason, ...input }: Move): Promise<OutputOf<Api['moveChild']>> {
  return move(viewer, input);
}

/** Takes children away from their gateways; all or none. */
export function removeChild(
  viewer: Viewer,
  { ids }: InputOf<Api['removeChild']>,
): Promise<OutputOf<Api['removeChild']>> {
  return move(viewer, { ids, gatewayId: null });
}
