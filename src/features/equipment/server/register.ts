import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { findSubject } from '#features/customer/server/service.ts';
import type { equipmentApi } from '#features/equipment/contract.ts';
import { modelByCode } from '#features/model/server/service.ts';
import { placeFor, takePlace } from '#features/project/server/service.ts';
import { secretHash } from '#server/core/crypto.ts';
import { invalidField, notFound, Problem } from '#server/core/problem.ts';
import { constraintOf, sqlState } from '#server/core/retry.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { any, now } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';

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

async function bind(
  tx: Db,
  viewer: Viewer,
  id: string,
  to: { customerId: string; position: string | null; tested: boolean; installedAt?: string | undefined },
): Promise<void> {
  const { customerId, position, tested, installedAt = new Date().toISOString() } = to;
  await tx
    .insertInto('equipmentBinding')
    .values({ equipmentId: id, customerId, position, boundAt: installedAt, boundBy: viewer.userId, tested })
    .execute();
  await tx
    .updateTable('equipment')
    .set({ customerId, position, state: tested ? 'in_use' : 'activated', installedAt })
    .where('id', '=', id)
    .execute();
}

/** A device in scope, locked until the end of the transaction. */
async function mine(tx: Db, viewer: Viewer, id: string) {
  const seen = tx.selectFrom(scoped(viewer, 'equipment')).select('equipment.id').where('equipment.id', '=', id);
  if (!(await seen.executeTakeFirst())) throw notFound('设备');
  return tx.selectFrom('equipment').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
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

/** Takes devices off whoever has them; the binding stays in the history with the reason. */
async function release(tx: Db, viewer: Viewer, ids: readonly string[], reason: string): Promise<void> {
  await tx
    .updateTable('equipmentBinding')
    .set({ unboundAt: now, unboundBy: viewer.userId, reason })
    .where('equipmentId', '=', any(ids))
    .where('unboundAt', 'is', null)
    .execute();
  await tx.updateTable('equipment').set({ customerId: null, state: 'issued' }).where('id', '=', any(ids)).execute();
}

export async function unbindEquipment(viewer: Viewer, input: InputOf<Api['unbindEquipment']>): Promise<null> {
  await command(viewer, async ({ tx }) => {
    const row = await mine(tx, viewer, input.id);
    if (!row.customerId) throw new Problem(409, '设备没有绑定客户');
    await release(tx, viewer, [row.id], input.reason);
  });
  return null;
}

/** Takes all devices off somebody whose service ends; the caller has judged who may. */
export async function releaseAll(tx: Db, viewer: Viewer, customerId: string, reason: string): Promise<void> {
  const found = await sql<{ id: string }>`
    select id::text from equipment where customer_id = ${customerId} and deleted_at is null order by id for update`.execute(
    tx,
  );
  if (found.rows.length > 0)
    await release(
      tx,
      viewer,
      found.rows.map(({ id }) => id),
      reason,
    );
}

export async function resetEquipmentSecret(
  viewer: Viewer,
  { id }: InputOf<Api['resetEquipmentSecret']>,
): Promise<OutputOf<Api['resetEquipmentSecret']>> {
  const secret = randomBytes(24).toString('base64url');
  await command(viewer, async ({ tx }) => {
    const row = await mine(tx, viewer, id);
    await tx
      .updateTable('equipment')
      .set({ secretHash: secretHash(secret) })
      .where('id', '=', row.id)
      .execute();
  });
  return { secret };
}

/** The device that these MQTT credentials name, or null. */
export async function deviceByCredentials(sn: string, secret: string): Promise<{ sn: string } | null> {
  const row = await db
    .selectFrom('equipment')
    .select(['sn', 'secretHash as hash'])
    .where('sn', '=', sn)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row?.hash?.equals(secretHash(secret)) ? { sn: row.sn } : null;
}
