import { modelByCode } from '#features/model/server/service.ts';
import { ownershipForNew, reserveQuota } from '#features/project/server/service.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { crud, type ResourceInput } from '#server/crud/crud.ts';
import type { Db } from '#server/db/db.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import { equipment } from '../contract/entry.ts';
import { requireProjectFits } from './bindingRules.ts';
import { runAfterRegister } from './equipmentHooks.ts';
import { childOf, requireGatewayAbove } from './gateway.ts';
import { deviceNumbers, hasDeviceNumbers, type Identifier, saveIdentifiers, uniqueViolation } from './identifiers.ts';
import { lockEquipment } from './lockEquipment.ts';
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
  if (model.kind !== 'gateway' && (await childOf(tx, previous.id)))
    throw invalidField('model', '网关下还有子设备，不能改成不是网关的型号', 'kind');
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
  await saveIdentifiers(tx, previous.id, deviceNumbers(protocol, { sn, imei: imei ?? null }));
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
  async afterChange(ctx, viewer, id, input) {
    const { identifiers, model, imei, projectId, departmentId } = input as Input;
    if (projectId || departmentId) await moveCards(ctx.tx, [id]);
    await saveCard(ctx.tx, viewer, id, input as Input);
    if (identifiers) await saveIdentifiers(ctx.tx, id, identifiers);
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

/** Edits the given fields of a device. 409 with user and changes when it was edited meanwhile. */
export function editEquipment(viewer: Viewer, { id, version, ...values }: { id: string; version: number }) {
  return devices
    .transaction(viewer, async (ctx) => {
      // Locks `device_state` first, in the order that messages use.
      await lockEquipment(ctx.tx, viewer, id);
      const previous = await devices.lockForChange(ctx.tx, viewer, id);
      if (previous.version !== version) throw await staleDevice(ctx.tx, previous, version);
      return devices.update(ctx, viewer, previous, values);
    })
    .catch(uniqueViolation);
}

/** Deletes devices that are in stock; all or none. */
export const deleteEquipment = devices.remove;

/** Locks a device in scope, and updates it: for the import of known devices. */
export const { lockForChange, update } = devices;
