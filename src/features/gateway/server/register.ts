import { checkNew, registerWithin, uniqueViolation } from '#features/equipment/server/service.ts';
import type { gatewayApi } from '#features/gateway/contract.ts';
import { modelByCode } from '#features/model/server/service.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import { type InputOf, type OutputOf, pick } from '#shared/endpoint.ts';

type Api = typeof gatewayApi;

/** Returns the columns of the gateway's own row that an input names. */
export const ownColumns = (input: { childLimit?: number; mayCreate?: boolean; baseTopic?: string }) =>
  Object.fromEntries(
    Object.entries(pick(input, ['childLimit', 'mayCreate', 'baseTopic'])).filter(([, value]) => value !== undefined),
  );

/** Throws 400 for a model that is no gateway; an unknown one is refused with the device. */
export async function requireGatewayModel(code: string | undefined): Promise<void> {
  const model = code === undefined ? null : await modelByCode(code);
  if (model && model.kind !== 'gateway') throw invalidField('model', '请选择网关类的型号', 'kind');
}

/** Writes columns of the gateway's own row, which a trigger adds with its device. */
export async function writeOwn(tx: Db, id: string, columns: ReturnType<typeof ownColumns>): Promise<void> {
  if (Object.keys(columns).length === 0) return;
  await tx.updateTable('gateway').set(columns).where('id', '=', id).execute();
}

/** Registers a gateway; its secret is returned only here. */
export async function addGateway(
  viewer: Viewer,
  input: InputOf<Api['addGateway']>,
): Promise<OutputOf<Api['addGateway']>> {
  const { childLimit: _limit, mayCreate: _may, baseTopic: _topic, ...fields } = input;
  await requireGatewayModel(input.model);
  const device = await checkNew(viewer, fields);
  return command(viewer, async (ctx) => {
    const added = await registerWithin(ctx, viewer, device);
    await writeOwn(ctx.tx, added.id, ownColumns(input));
    return added;
  }).catch(uniqueViolation);
}
