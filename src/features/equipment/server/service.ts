import { randomBytes } from 'node:crypto';
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import { findSubject } from '#features/customer/server/service.ts';
import type { equipmentApi } from '#features/equipment/contract.ts';
import { modelByCode } from '#features/model/server/service.ts';
import { placeFor } from '#features/project/server/service.ts';
import type { WarnEquipment, WarnPosition } from '#features/warn/contract.ts';
import { command } from '#server/command.ts';
import { secretHash } from '#server/crypto.ts';
import { type Db, db } from '#server/db.ts';
import { pageOf } from '#server/paging.ts';
import { invalidField, notFound, Problem } from '#server/problem.ts';
import { sqlState } from '#server/retry.ts';
import { scoped } from '#server/scope.ts';
import { likeText } from '#server/search.ts';
import type { Viewer } from '#server/viewer.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { deviceState, equipment, equipmentBinding, equipmentIdentifier } from './schema.ts';

export { commitBad, commitBatch } from './ingest.ts';
export { equipmentTotal, longOffline } from './offline.ts';

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

/** Registers a device, with a secret where its protocol has one, and binds it when a customer is named. */
export async function addEquipment(
  viewer: Viewer,
  input: InputOf<Api['addEquipment']>,
): Promise<OutputOf<Api['addEquipment']>> {
  const model = await modelByCode(input.model);
  if (!model) throw invalidField('model', '没有这个型号');
  const person = input.customerId ? await findSubject(viewer, { id: input.customerId }) : null;
  if (input.customerId && !person) throw invalidField('customerId', '客户不存在或不在你的范围');
  const place = await placeFor(viewer, {
    departmentId: input.departmentId ?? person?.departmentId,
    projectId: input.projectId ?? person?.projectId,
  });
  const secret = model.protocol === 'mqtt' ? randomBytes(24).toString('base64url') : null;
  const { model: _code, identifiers, customerId, ...fields } = input;
  const id = await inWords(() =>
    command(viewer, async ({ tx }) => {
      if (input.gatewayId) await mine(tx, viewer, input.gatewayId);
      const [row] = await tx
        .insert(equipment)
        .values({
          ...fields,
          ...place,
          mac: input.mac?.replace(/[:-]/g, '').toUpperCase() ?? null,
          modelId: model.id,
          name: input.name ?? model.name,
          secretHash: secret ? secretHash(secret) : null,
          createdBy: viewer.userId,
        })
        .returning({ id: equipment.id });
      if (!row) throw new Error('the device was not written');
      const known =
        identifiers && identifiers.length > 0 ? identifiers : [{ protocol: model.protocol, number: input.sn }];
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

interface Card extends Record<string, unknown> {
  id: string;
  sn: string;
  name: string;
  modelName: string;
  kind: string;
  position: string | null;
  number: string | null;
  capabilities: string[];
  interval_seconds: number;
  online: boolean | null;
  last_seen: string | null;
  battery: number | null;
  signal: number | null;
}

/** 在线, 离线, 休眠 (a device that reports about daily is not offline between two reports), 未激活. */
export function onlineWord(state: {
  online: boolean | null;
  lastSeenAt: string | null;
  intervalSeconds: number;
}): 'online' | 'offline' | 'sleeping' | 'never' {
  if (state.lastSeenAt === null) return 'never';
  if (!state.online) return 'offline';
  const silent = Date.now() - Date.parse(state.lastSeenAt);
  return state.intervalSeconds >= 3600 && silent > 600_000 ? 'sleeping' : 'online';
}

/** The device of an alarm and the others of the same person, as the desk shows them. */
export async function equipmentCards(
  tx: Db,
  of: { customerId: string | null; equipmentId: string | null },
): Promise<Static<typeof WarnEquipment>[]> {
  if (!of.customerId && !of.equipmentId) return [];
  const found = await tx.execute<Card>(sql`
    select e.id::text, e.sn, e.name, m.name as "modelName", m.kind, e.position, e.number, m.capabilities, m.interval_seconds, s.online, s.last_seen_at as last_seen, s.battery, s.signal
    from equipment e join model m on m.id = e.model_id left join device_state s on s.device_id = e.id
    where e.deleted_at is null and (e.id = ${of.equipmentId} or e.customer_id = ${of.customerId}) order by e.id`);
  return found.rows.map((row) => {
    const lastSeenAt = row.last_seen ? new Date(row.last_seen).toISOString() : null;
    return {
      id: row.id,
      sn: row.sn,
      name: row.name,
      modelName: row.modelName,
      kind: row.kind,
      position: row.position,
      battery: row.battery,
      signal: row.signal,
      lastSeenAt,
      online: onlineWord({ online: row.online, lastSeenAt, intervalSeconds: row.interval_seconds }),
      canCall: row.capabilities.includes('call') && row.number !== null,
      number: row.number,
    };
  });
}

/** The newest position of the device, or of any device of the person. */
export async function lastPosition(
  tx: Db,
  of: { customerId: string | null; equipmentId: string | null },
): Promise<Omit<Static<typeof WarnPosition>, 'address'> | null> {
  if (!of.customerId && !of.equipmentId) return null;
  const [row] = await tx
    .select({
      lat: deviceState.lat,
      lng: deviceState.lng,
      accuracy: deviceState.accuracy,
      source: deviceState.positionSource,
      at: deviceState.positionAt,
    })
    .from(deviceState)
    .innerJoin(equipment, eq(equipment.id, deviceState.deviceId))
    .where(
      and(
        or(
          of.equipmentId ? eq(equipment.id, of.equipmentId) : undefined,
          of.customerId ? eq(equipment.customerId, of.customerId) : undefined,
        ),
        sql`${deviceState.positionAt} is not null`,
      ),
    )
    .orderBy(sql`${deviceState.positionAt} desc`)
    .limit(1);
  if (!row || row.lat === null || row.lng === null || row.at === null) return null;
  return { lat: row.lat, lng: row.lng, accuracy: row.accuracy, source: row.source ?? 'unknown', at: row.at };
}

/** Devices in scope. */
export async function getEquipmentList(
  viewer: Viewer,
  input: InputOf<Api['getEquipmentList']>,
): Promise<Paged<OutputOf<Api['getEquipmentList']>>> {
  const rows = scoped(viewer, equipment);
  const keyword = input.keyword?.trim();
  const where = and(
    input.sn ? eq(rows.sn, input.sn) : undefined,
    input.state?.length ? inArray(rows.state, input.state) : undefined,
    input.customerId ? eq(rows.customerId, input.customerId) : undefined,
    input.projectId ? eq(rows.projectId, input.projectId) : undefined,
    keyword
      ? sql`(${rows.sn} ilike ${`%${likeText(keyword)}%`} or ${rows.name} ilike ${`%${likeText(keyword)}%`})`
      : undefined,
  );
  const { limit, offset, order } = pageOf(
    input,
    { sn: rows.sn, name: rows.name, lastSeenAt: deviceState.lastSeenAt, createdAt: rows.createdAt },
    [sql`${rows.createdAt} desc`, sql`${rows.id} desc`],
  );
  const model = sql<{
    code: string;
    kind: string;
    interval: number;
  }>`(select jsonb_build_object('code', m.code, 'kind', m.kind, 'interval', m.interval_seconds) from model m where m.id = ${rows.modelId})`;
  const [page, total] = await Promise.all([
    db
      .select({
        row: {
          id: rows.id,
          sn: rows.sn,
          name: rows.name,
          state: rows.state,
          customerId: rows.customerId,
          projectId: rows.projectId,
          departmentId: rows.departmentId,
          position: rows.position,
          version: rows.version,
        },
        state: deviceState,
        model,
        customerName: sql<string | null>`(select c.name from customer c where c.id = ${rows.customerId})`,
      })
      .from(rows)
      .leftJoin(deviceState, eq(deviceState.deviceId, rows.id))
      .where(where)
      .orderBy(...order)
      .limit(limit)
      .offset(offset),
    db.select({ n: sql<number>`count(*)::int` }).from(rows).where(where),
  ]);
  return {
    rows: page.map(({ row, state, model: kind, customerName }) => ({
      ...row,
      state: row.state as OutputOf<Api['getEquipmentList']>['state'],
      model: kind.code,
      kind: kind.kind,
      customerName,
      online: onlineWord({
        online: state?.online ?? null,
        lastSeenAt: state?.lastSeenAt ?? null,
        intervalSeconds: kind.interval,
      }),
      offlineSince: state?.offlineSince ?? null,
      battery: state?.battery ?? null,
      signal: state?.signal ?? null,
      lastSeenAt: state?.lastSeenAt ?? null,
      lastDataAt: state?.lastDataAt ?? null,
    })),
    count: total[0]?.n ?? 0,
  };
}
