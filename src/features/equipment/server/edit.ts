import { modelByCode } from '#features/model/server/service.ts';
import { ownershipForNew, reserveQuota } from '#features/project/server/service.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { crud, type ResourceInput } from '#server/crud/crud.ts';
import type { Db } from '#server/db/db.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import { equipment } from '../contract/entry.ts';
import { requireProjectFits } from './bindingRules.ts';
import { runAfterRegister } from './equipmentHooks.ts';
import { childOf, requireGatewayAbove, requireOneProject } from './gateway.ts';
import {
  deviceNumbers,
  hasDeviceNumbers,
  type Identifier,
  moveNumbers,
  saveIdentifiers,
  uniqueViolation,
} from './identifiers.ts';
import { lockEquipment } from './lockEquipment.ts';
import { endedLogins } from './logins.ts';
import { plainMac, requireImei } from './register.ts';
import { freeCards, moveCards, saveCard, staleDevice } from './simCard.ts';

/** Input of an edit: the fields, and the values next to them. */
type Input = ResourceInput<(typeof equipment)['fields']> & {
  name?: string | null;
  projectId?: string;
  departmentId?: string;
  identifiers?: Identifier[];
};
interface Before {
  id: string;
  sn: string;
  imei: string | null;
  modelId: string;
  customerId: string | null;
  gatewayId: string | null;
  projectId: string;
  departmentId: string;
}

/** Throws 400 for a model under which a gateway cannot speak for its children any more. */
async function requireChildrenStay(tx: Db, previous: Before, model: { kind: string; protocol: string }): Promise<void> {
  if (!(await childOf(tx, previous.id))) return;
  if (model.kind !== 'gateway') throw invalidField('model', '网关下还有子设备，不能改成不是网关的型号', 'kind');
  if (model.protocol !== (await modelOf(tx, previous.modelId)).protocol)
    throw invalidField('model', '网关下还有子设备，不能改成其他协议的型号', 'protocol');
}

/** Returns the new model if the edit changes it; 400 for a device that has reported. */
async function modelAfter(tx: Db, code: string | undefined, previous: Before) {
  const model = code === undefined ? null : await modelByCode(code);
  if (code !== undefined && !model) throw invalidField('model', '没有这个型号');
  if (!model || model.id === previous.modelId) return null;
  const state = await tx
    .selectFrom('deviceState')
    .select('lastSeenAt')
    .where('deviceId', '=', previous.id)
    .executeTakeFirst();
  if (state?.lastSeenAt) throw invalidField('model', '设备已经上报过，不能改型号，请更换设备', 'fixed');
  await requireChildrenStay(tx, previous, model);
  return model;
}

/** Derives identifiers again for another model or IMEI; custom identifiers stay unless the protocol changes. */
async function renewIdentifiers(
  tx: Db,
  input: Input,
  previous: Before,
  model: { protocol: string } | null,
): Promise<void> {
  const { sn, imei: old } = previous;
  const imei = input.imei === undefined ? old : input.imei;
  if (input.identifiers || (!model && imei === old)) return;
  const { protocol } = model ?? (await modelOf(tx, previous.modelId));
  if (!model && !(await hasDeviceNumbers(tx, previous.id, deviceNumbers(protocol, previous)))) return;
  const { gatewayId } = previous;
  await saveIdentifiers(tx, previous.id, deviceNumbers(protocol, { sn, imei: imei ?? null, gatewayId }));
}

async function moveOwnership(tx: Db, viewer: Viewer, input: Input, previous: Before): Promise<void> {
  const { gatewayId } = input;
  if (gatewayId && gatewayId !== previous.gatewayId) await requireGatewayAbove(tx, viewer, previous.id, gatewayId);
  const projectId = input.projectId === previous.projectId ? undefined : input.projectId;
  const departmentId = input.departmentId === previous.departmentId ? undefined : input.departmentId;
  if (projectId || departmentId) await ownershipForNew(viewer, { departmentId, projectId });
  if (projectId) {
    await requireProjectFits(tx, viewer, [previous], projectId);
    await reserveQuota(tx, projectId, 'equipment');
    await tx.updateTable('deviceState').set({ projectId }).where('deviceId', '=', previous.id).execute();
  }
}

/** Mutations of single devices; an edit may replace the identifiers. */
const devices = crud(equipment, {
  async beforeChange({ tx }, viewer, given, before) {
    const input = given as Input;
    if (!before) throw new Error('a new device is registered, not written as a row');
    requireImei(input.imei);
    await moveOwnership(tx, viewer, input, before);
    const model = await modelAfter(tx, input.model, before);
    await renewIdentifiers(tx, input, before, model);
    const named = input.name === null ? (model ?? (await modelOf(tx, before.modelId))).name : input.name;
    return {
      values: {
        ...(model && { modelId: model.id }),
        ...(named !== undefined && { name: named }),
        ...(input.mac !== undefined && { mac: plainMac(input.mac) }),
      },
    };
  },
  async afterChange(ctx, viewer, id, input, previous) {
    const { identifiers, model, imei, projectId, departmentId, gatewayId } = input as Input;
    if (projectId || gatewayId) await requireOneProject(ctx.tx, [id], gatewayId ? 'gatewayId' : 'projectId');
    if (projectId || departmentId) await moveCards(ctx.tx, [id]);
    await saveCard(ctx.tx, viewer, id, input as Input);
    const moved = gatewayId !== undefined && previous !== null && gatewayId !== previous.gatewayId;
    if (identifiers) await saveIdentifiers(ctx.tx, id, identifiers);
    else if (moved) await moveNumbers(ctx.tx, id, previous.gatewayId, gatewayId);
    if (identifiers || model || imei) await runAfterRegister(ctx, [id]);
  },
  async beforeDelete({ tx }, _viewer, { id, sn, state }) {
    if (state !== 'stock') {
      const why = '只有在库的设备可以删除';
      throw new Problem(409, `设备「${sn}」${labelOf('equipment_state', state)}，${why}`, null, why);
    }
    const child = await childOf(tx, id);
    if (child)
      throw new Problem(409, `网关「${sn}」下还有子设备「${child}」，不能删除`, null, '网关下还有子设备，不能删除');
    await saveIdentifiers(tx, id, []);
    await freeCards(tx, [id]);
  },
});

async function modelOf(tx: Db, id: string) {
  return tx.selectFrom('model').select(['name', 'protocol']).where('id', '=', id).executeTakeFirstOrThrow();
}

type EditOf = { id: string; version: number };
type Row = Awaited<ReturnType<typeof devices.lockForChange>>;

/**
 * Edits the given fields of a device in the transaction.
 * @param stale builds the 409 for an outdated version
 */
export async function editWithin(
  ctx: CommandContext,
  viewer: Viewer,
  { id, version, ...values }: EditOf,
  stale: (tx: Db, row: Row, seen: number) => Promise<Problem> = staleDevice,
) {
  // Locks `device_state` first, in the order that messages use.
  await lockEquipment(ctx.tx, viewer, id);
  const previous = await devices.lockForChange(ctx.tx, viewer, id);
  if (previous.version !== version) throw await stale(ctx.tx, previous, version);
  return devices.update(ctx, viewer, previous, values);
}

/** Edits the given fields of a device. 409 with user and changes when it was edited meanwhile. */
export function editEquipment(viewer: Viewer, input: EditOf) {
  return devices.transaction(viewer, (ctx) => editWithin(ctx, viewer, input)).catch(uniqueViolation);
}

/** Deletes a locked device: its numbers and its card are free again. */
export async function erase(tx: Db, id: string): Promise<void> {
  await saveIdentifiers(tx, id, []);
  await freeCards(tx, [id]);
  await devices.write(tx, id, { deletedAt: new Date().toISOString() });
}

/** Deletes devices that are in stock; all or none. */
export async function deleteEquipment(viewer: Viewer, input: { ids: string[] }): Promise<null> {
  await devices.remove(viewer, input);
  endedLogins();
  return null;
}

/** Locks a device in scope, and updates it: for the import of known devices. */
export const { lockForChange, update } = devices;
