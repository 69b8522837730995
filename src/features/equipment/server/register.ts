import { randomBytes } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { findSubject } from '#features/customer/server/service.ts';
import type { equipmentApi } from '#features/equipment/contract.ts';
import { modelByCode } from '#features/model/server/service.ts';
import { placeFor, takePlace } from '#features/project/server/service.ts';
import { scoped } from '#server/auth/scope.ts';
import { secretHash } from '#server/core/crypto.ts';
import { invalidField, notFound, Problem } from '#server/core/problem.ts';
import { sqlState } from '#server/core/retry.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { deviceState, equipment, equipmentBinding, equipmentIdentifier } from './schema.ts';

type Api = typeof equipmentApi;

/** What the database's own unique rules say in words. */
async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (sqlState(error) !== '23505') throw error;
    const constraint = ((error as Error).cause as { constraint?: string } | undefined)?.constraint ?? '';
    throw constraint.startsWith('equipment_identifier')
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
      const [row] = await tx.insert(equipment).values(values).returning({ id: equipment.id });
      if (!row) throw new Error('the device was not written');
      await tx.insert(equipmentIdentifier).values(known.map((one) => ({ ...one, equipmentId: row.id })));
      await tx.insert(deviceState).values({ deviceId: row.id, projectId: place.projectId });
      if (customerId) await bind(tx, viewer, row.id, { customerId, position: input.position ?? null, tested: false });
      return row.id;
    }),
  );
  return { id, secret };
}

async function bind(
  tx: Db,
  viewer: Viewer,
  id: string,
  to: { customerId: string; position: string | null; tested: boolean; installedAt?: string | undefined },
): Promise<void> {
  await tx.insert(equipmentBinding).values({
    equipmentId: id,
    customerId: to.customerId,
    position: to.position,
    boundAt: to.installedAt ?? new Date().toISOString(),
    boundBy: viewer.userId,
    tested: to.tested,
  });
  await tx
    .update(equipment)
    .set({
      customerId: to.customerId,
      position: to.position,
      state: to.tested ? 'in_use' : 'activated',
      installedAt: to.installedAt ?? new Date().toISOString(),
      version: sql`version + 1` as never,
      updatedBy: viewer.userId,
      updatedAt: sql`now()` as never,
    })
    .where(eq(equipment.id, id));
}

/** A device in scope, locked until the end of the transaction. */
async function mine(tx: Db, viewer: Viewer, id: string) {
  const rows = scoped(viewer, equipment, tx);
  const [seen] = await tx.select({ id: rows.id }).from(rows).where(eq(rows.id, id));
  const [row] = seen ? await tx.select().from(equipment).where(eq(equipment.id, id)).for('update') : [];
  if (!row) throw notFound('设备');
  return row;
}

/** One customer at a time: a device bound elsewhere is refused with that reason. */
export async function bindEquipment(viewer: Viewer, input: InputOf<Api['bindEquipment']>): Promise<null> {
  await command(viewer, async ({ tx }) => {
    const row = await mine(tx, viewer, input.id);
    if (!(await findSubject(viewer, { id: input.customerId })))
      throw invalidField('customerId', '客户不存在或不在你的范围');
    if (row.customerId === input.customerId) return;
    if (row.customerId) throw new Problem(409, '设备已绑定其他客户，请先解绑或更换');
    await bind(tx, viewer, row.id, {
      customerId: input.customerId,
      position: input.position ?? row.position,
      tested: input.tested ?? false,
      installedAt: input.installedAt,
    });
  });
  return null;
}

export async function unbindEquipment(viewer: Viewer, input: InputOf<Api['unbindEquipment']>): Promise<null> {
  await command(viewer, async ({ tx }) => {
    const row = await mine(tx, viewer, input.id);
    if (!row.customerId) throw new Problem(409, '设备没有绑定客户');
    await tx
      .update(equipmentBinding)
      .set({ unboundAt: sql`now()` as never, unboundBy: viewer.userId, reason: input.reason })
      .where(and(eq(equipmentBinding.equipmentId, row.id), isNull(equipmentBinding.unboundAt)));
    await tx
      .update(equipment)
      .set({ customerId: null, state: 'issued', version: row.version + 1, updatedBy: viewer.userId })
      .where(eq(equipment.id, row.id));
  });
  return null;
}

export async function resetEquipmentSecret(
  viewer: Viewer,
  { id }: InputOf<Api['resetEquipmentSecret']>,
): Promise<OutputOf<Api['resetEquipmentSecret']>> {
  const secret = randomBytes(24).toString('base64url');
  await command(viewer, async ({ tx }) => {
    const row = await mine(tx, viewer, id);
    await tx
      .update(equipment)
      .set({ secretHash: secretHash(secret), version: row.version + 1, updatedBy: viewer.userId })
      .where(eq(equipment.id, row.id));
  });
  return { secret };
}

/** The device that these MQTT credentials name, or null. */
export async function deviceByCredentials(sn: string, secret: string): Promise<{ sn: string } | null> {
  const [row] = await db
    .select({ sn: equipment.sn, hash: equipment.secretHash })
    .from(equipment)
    .where(and(eq(equipment.sn, sn), isNull(equipment.deletedAt)));
  return row?.hash?.equals(secretHash(secret)) ? { sn: row.sn } : null;
}
