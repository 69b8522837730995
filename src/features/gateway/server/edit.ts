import { sql } from 'kysely';
import {
  assignCustomer,
  childOf,
  editWithin,
  endedLogins,
  erase,
  lockEquipment,
  lockEquipmentRows,
  uniqueViolation,
} from '#features/equipment/server/service.ts';
import type { gatewayApi } from '#features/gateway/contract.ts';
import { invalidField, notFound, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { camelCase } from '#server/db/names.ts';
import { command } from '#server/feature/command.ts';
import { staleWithLinks } from '#server/feature/stale.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { ownColumns, requireGatewayModel, writeOwn } from './register.ts';
import { takeIn } from './takeIn.ts';

type Api = typeof gatewayApi;

/** Throws 404 for a device that is no gateway; the caller has locked it in scope. */
export async function requireKind(tx: Db, modelId: string): Promise<{ protocol: string }> {
  const model = await tx
    .selectFrom('model')
    .select(['kind', 'protocol'])
    .where('id', '=', modelId)
    .executeTakeFirstOrThrow();
  if (model.kind !== 'gateway') throw notFound('网关');
  return model;
}

/** Returns the 409 for an outdated version, with the changes of the gateway's own row. */
function staleGateway(
  tx: Db,
  row: { id: string; version: number; updatedAt: string; updatedBy: string | null },
  seen: number,
): Promise<Problem> {
  return staleWithLinks(tx, 'equipment', row.id, seen, row, [], null, {
    table: 'gateway',
    ids: [row.id],
    tell: (rows) =>
      rows.flatMap(({ changes }) =>
        Object.entries(changes).map(([field, [old, now]]) => ({ field: camelCase(field), old, new: now })),
      ),
  });
}

/** Throws 400 where the children of a gateway stay in another project. */
async function requireChildrenFit(tx: Db, id: string, projectId: string | undefined): Promise<void> {
  if (projectId === undefined) return;
  const row = await tx.row(sql<{ away: number }>`
    select count(*)::int as away from equipment e where e.gateway_id = ${id} and e.project_id <> ${projectId} and e.deleted_at is null`);
  if (row && row.away > 0)
    throw invalidField('projectId', `网关下还有 ${row.away} 台子设备在原来的项目，请先移走`, 'children');
}

/** Gives a gateway without a customer to one; another customer needs an unbinding first. */
async function assign(tx: Db, viewer: Viewer, id: string, customerId: string | undefined): Promise<void> {
  if (customerId === undefined) return;
  const row = await tx
    .selectFrom('equipment')
    .select(['customerId', 'departmentId', 'projectId', 'position'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (row.customerId === customerId) return;
  if (row.customerId !== null) throw invalidField('customerId', '网关已绑定客户，请先解绑', 'bound');
  await assignCustomer(tx, viewer, { ...row, id, customerId });
}

/** Edits the given fields of a gateway. 409 with user and changes when it was edited meanwhile. */
export async function editGateway(
  viewer: Viewer,
  input: InputOf<Api['editGateway']>,
): Promise<OutputOf<Api['editGateway']>> {
  const { childLimit: _limit, mayCreate: _may, baseTopic: _topic, customerId, ...fields } = input;
  await requireGatewayModel(input.model);
  const edited = await command(viewer, async (ctx) => {
    const { tx } = ctx;
    const row = await lockEquipment(tx, viewer, input.id);
    await requireKind(tx, row.modelId);
    await requireChildrenFit(tx, row.id, input.projectId);
    const { id, version } = await editWithin(ctx, viewer, fields, staleGateway);
    await writeOwn(tx, input.id, ownColumns(input));
    await assign(tx, viewer, input.id, customerId);
    return { id, version };
  }).catch(uniqueViolation);
  if (input.baseTopic !== undefined) endedLogins();
  // What was refused before may have room now.
  if (input.mayCreate || input.childLimit !== undefined) await takeIn(input.id);
  return edited;
}

/** Deletes gateways without children and without a customer; all or none. */
export async function deleteGateway(viewer: Viewer, { ids }: InputOf<Api['deleteGateway']>): Promise<null> {
  await command(viewer, async (ctx) => {
    const { tx } = ctx;
    for (const row of await lockEquipmentRows(tx, viewer, ids)) {
      await requireKind(tx, row.modelId);
      const child = await childOf(tx, row.id);
      if (child)
        throw new Problem(
          409,
          `网关「${row.sn}」下还有子设备「${child}」，不能删除`,
          null,
          '网关下还有子设备，不能删除',
        );
      if (row.customerId !== null)
        throw new Problem(409, `网关「${row.sn}」还绑定着客户，请先解绑`, null, '网关还绑定着客户，请先解绑');
      await erase(tx, row.id);
    }
  });
  endedLogins();
  return null;
}
