import type { bindingApi } from '#features/binding/contract.ts';
import {
  bindingCustomer,
  enterState,
  insertDevice,
  lockRows,
  moveNumbers,
  requireBindable,
  requireSameProject,
  runAfterRegister,
  uniqueViolation,
} from '#features/equipment/server/service.ts';
import { reserveQuota } from '#features/project/server/service.ts';
import { invalidField, notFound, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { type CommandContext, command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { isImei } from '#shared/rule/imei.ts';
import { bind, release, requireNoUrgentWarn } from './binding.ts';
import { loanedUntil, runAfterReplace, runBeforeReplace } from './bindingHooks.ts';

type Api = typeof bindingApi;
type Device = Awaited<ReturnType<typeof lockRows>>[number];

/**
 * Returns the old device and, if in scope, the device of the new SN or IMEI; locks both in the order that messages use.
 */
async function bothOf(tx: Db, viewer: Viewer, id: string, number: string): Promise<{ old: Device; existing?: Device }> {
  const seen = await tx
    .selectFrom(scoped(viewer, 'equipment'))
    .select('equipment.id')
    .where(({ eb, or }) =>
      or([eb('equipment.id', '=', id), eb('equipment.sn', '=', number), eb('equipment.imei', '=', number)]),
    )
    .execute();
  const rows = seen.some((device) => device.id === id)
    ? await lockRows(
        tx,
        seen.map((device) => device.id),
      )
    : [];
  const old = rows.find((device) => device.id === id);
  if (!old) throw notFound('设备');
  const existing = rows.find(({ sn }) => sn === number) ?? rows.find(({ imei }) => imei === number);
  return { old, ...(existing && { existing }) };
}

/** Throws 409 for a new device of another kind, a gateway of another protocol, or one without the SOS that the old one has. */
async function requireEqualModel(tx: Db, old: Device, replacement: Device): Promise<void> {
  const models = await tx
    .selectFrom('model')
    .select(['id', 'name', 'kind', 'protocol', 'capabilities'])
    .where('id', 'in', [old.modelId, replacement.modelId])
    .execute();
  const [was, is] = [old, replacement].map(({ modelId }) => models.find(({ id }) => id === modelId));
  if (!was || !is || was.id === is.id) return;
  const other = was.kind !== is.kind ? '不是同一类设备' : undefined;
  const mute = was.capabilities.includes('sos') && !is.capabilities.includes('sos') ? '不能呼救' : undefined;
  const foreign = was.kind === 'gateway' && was.protocol !== is.protocol ? '协议不同' : undefined;
  const difference = other ?? foreign ?? mute;
  if (difference) throw new Problem(409, `「${is.name}」和「${was.name}」${difference}，不能更换，请另行绑定`);
}

/**
 * Returns the bindable device of the new number, else a newly registered one with the old one's model and ownership.
 * 409 and 400 give the reason.
 */
async function successor(tx: Db, viewer: Viewer, { old, existing }: { old: Device; existing?: Device }, sn: string) {
  if (!existing) {
    if (/^\d{15}$/.test(sn) && !isImei(sn)) throw invalidField('newSn', 'IMEI校验不通过', 'luhn');
    const model = await tx.selectFrom('model').selectAll().where('id', '=', old.modelId).executeTakeFirstOrThrow();
    const place = { departmentId: old.departmentId, projectId: old.projectId };
    await reserveQuota(tx, old.projectId, 'equipment');
    const inserted = await insertDevice(tx, viewer, { sn }, { model, place });
    return { ...inserted, ...place, activatedAt: null, gatewayId: null };
  }
  if (existing.id === old.id) throw invalidField('newSn', '新设备和旧设备是同一台');
  if (existing.customerId) throw new Problem(409, `设备 ${existing.sn} 已绑定客户，请先解绑`);
  requireBindable(existing);
  await requireEqualModel(tx, old, existing);
  return { ...existing, secret: null };
}

/** Moves binding, name and gateway to the new device, and the devices behind the old one. */
async function handOver(
  tx: Db,
  viewer: Viewer,
  old: Device,
  replacement: Pick<Device, 'id' | 'activatedAt' | 'gatewayId'>,
  { id: customerId, dueDate }: { id: string; dueDate?: string | undefined },
): Promise<void> {
  await bind(tx, viewer, replacement, customerId, { position: old.position, dueDate });
  const { name, lat, lng, address, gatewayId } = old;
  const under = gatewayId === null ? {} : { gatewayId };
  await tx
    .updateTable('equipment')
    .set({ name, lat, lng, address, ...under })
    .where('id', '=', replacement.id)
    .execute();
  if (gatewayId !== null) await moveNumbers(tx, replacement.id, replacement.gatewayId, gatewayId);
  const children = await tx
    .updateTable('equipment')
    .set({ gatewayId: replacement.id })
    .where('gatewayId', '=', old.id)
    .returning('id')
    .execute();
  for (const child of children) await moveNumbers(tx, child.id, old.id, replacement.id);
  const model = await tx.selectFrom('model').select('name').where('id', '=', old.modelId).executeTakeFirstOrThrow();
  await tx.updateTable('equipment').set({ name: model.name }).where('id', '=', old.id).execute();
}

/**
 * Replaces a bound device: customer, position and name move to the new one; the old one goes to repair unless lost. The
 * new one is untested. 409 asks for confirmation while a call for help is open.
 */
export async function replaceWithin(
  ctx: CommandContext,
  viewer: Viewer,
  { id, newSn, reason, confirm }: InputOf<Api['replaceEquipment']>,
): Promise<OutputOf<Api['replaceEquipment']>> {
  const { tx } = ctx;
  const both = await bothOf(tx, viewer, id, newSn);
  const { old, existing: known } = both;
  const customer = old.customerId ? await bindingCustomer(tx, viewer, old.customerId) : undefined;
  if (!old.customerId) throw new Problem(409, '设备没有绑定客户，不用更换');
  if (!customer) throw new Problem(409, '设备绑定的客户不在你的范围，不能更换');
  const replacement = await successor(tx, viewer, both, newSn);
  await requireSameProject(tx, replacement, customer);
  await requireNoUrgentWarn(tx, [old], '更换', confirm);
  const trimmedReason = reason.trim();
  const dueDate = await loanedUntil(tx, old.id);
  const replaced = { id: old.id, newId: replacement.id, customerId: customer.id };
  await runBeforeReplace(tx, viewer, replaced);
  await release(tx, viewer, [old], `更换为 ${known?.sn ?? newSn}：${trimmedReason}`);
  // A lost device cannot be in repair.
  if (old.state !== 'lost') await enterState(tx, viewer.userId, [old.id], 'repair', trimmedReason);
  await handOver(tx, viewer, old, replacement, { id: customer.id, dueDate });
  await runAfterReplace(tx, replaced);
  if (!known) await runAfterRegister(ctx, [replacement.id]);
  return { id: replacement.id, secret: replacement.secret };
}

/** Replaces a device in its own transaction. */
export async function replaceEquipment(
  viewer: Viewer,
  input: InputOf<Api['replaceEquipment']>,
): Promise<OutputOf<Api['replaceEquipment']>> {
  return command(viewer, (ctx) => replaceWithin(ctx, viewer, input)).catch((error: unknown) =>
    uniqueViolation(error, 'newSn'),
  );
}
