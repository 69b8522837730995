import { randomBytes } from 'node:crypto';
import { findSubject } from '#features/customer/server/service.ts';
import type { equipmentApi } from '#features/equipment/contract.ts';
import { modelByCode } from '#features/model/server/service.ts';
import { placeFor, takePlace } from '#features/project/server/service.ts';
import { secretHash } from '#server/core/crypto.ts';
import { invalidField } from '#server/core/problem.ts';
import { constraintOf, sqlState } from '#server/core/retry.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { bind } from './binding.ts';
import { mine } from './mine.ts';

type Api = typeof equipmentApi;

/** What the database's own unique rules say in words. */
async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (sqlState(error) !== '23505') throw error;
    throw constraintOf(error).startsWith('equipment_identifier')
      ? invalidField('identifiers', '识别号已被其他设备使用', 'unique')
      : invalidField('sn', '设备编号已存在', 'unique');
  }
}

/** The person that the device is for, in the viewer's scope; null when none is named. */
async function wearer(viewer: Viewer, customerId: string | undefined) {
  if (!customerId) return null;
  const person = await findSubject(viewer, { id: customerId });
  if (!person) throw invalidField('customerId', '客户不存在或不在你的范围');
  return person;
}

/** Registers a device, with a secret where its protocol has one, and binds it when a customer is named. */
export async function addEquipment(
  viewer: Viewer,
  input: InputOf<Api['addEquipment']>,
): Promise<OutputOf<Api['addEquipment']>> {
  const model = await modelByCode(input.model);
  if (!model) throw invalidField('model', '没有这个型号');
  const person = await wearer(viewer, input.customerId);
  const place = await placeFor(viewer, {
    departmentId: input.departmentId ?? person?.departmentId,
    projectId: input.projectId ?? person?.projectId,
  });
  const secret = model.protocol === 'mqtt' ? randomBytes(24).toString('base64url') : null;
  const { model: _code, identifiers = [], customerId, ...fields } = input;
  const values = {
    ...fields,
    ...place,
    mac: input.mac?.replace(/[:-]/g, '').toUpperCase(),
    modelId: model.id,
    name: input.name ?? model.name,
    secretHash: secret === null ? null : secretHash(secret),
    createdBy: viewer.userId,
  };
  const known = identifiers.length > 0 ? identifiers : [{ protocol: model.protocol, number: input.sn }];
  const id = await inWords(() =>
    command(viewer, async ({ tx }) => {
      if (input.gatewayId) await mine(tx, viewer, input.gatewayId);
      await takePlace(tx, place.projectId, 'equipment');
      const row = await tx.insertInto('equipment').values(values).returning('id').executeTakeFirstOrThrow();
      const numbers = known.map((one) => ({ ...one, equipmentId: row.id }));
      await tx.insertInto('equipmentIdentifier').values(numbers).execute();
      await tx.insertInto('deviceState').values({ deviceId: row.id, projectId: place.projectId }).execute();
      if (customerId) await bind(tx, viewer, row.id, { customerId, position: input.position ?? null, tested: false });
      return row.id;
    }),
  );
  return { id, secret };
}
