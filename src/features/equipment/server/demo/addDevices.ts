import { type Insertable, sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import type { DeviceState, Equipment, EquipmentBinding, Sim } from '#server/db/tables.ts';
import { any } from '#server/db/values.ts';

/** Customer of a demo device, with the position of the home. */
export interface Wearer {
  id: string;
  name: string;
  departmentId: string;
  projectId: string;
  lat: number | null;
  lng: number | null;
}

/** A demo device: its columns, its state, and its binding if it has a customer. */
export interface MadeDevice {
  model: string;
  /** Number in the device's messages. */
  identifier: string;
  /** Serial number of the gateway that forwards its messages. */
  gateway?: string | null;
  equipment: Omit<Insertable<Equipment>, 'modelId' | 'gatewayId' | 'demo' | 'id'>;
  /** SIM card in the device. */
  sim?: Pick<Insertable<Sim>, 'iccid' | 'number' | 'expireDate'>;
  deviceState?: Omit<Insertable<DeviceState>, 'deviceId' | 'projectId'>;
  binding?: Pick<Insertable<EquipmentBinding>, 'testKind' | 'testedAt'>;
}

/** Adds demo devices with identifier, state and binding; returns the ids. */
export async function addDevices(tx: Db, devices: readonly MadeDevice[]): Promise<string[]> {
  const models = await tx
    .selectFrom('model')
    .select(['code', 'id', 'protocol'])
    .where('deletedAt', 'is', null)
    .execute();
  const modelOf = new Map(models.map((model) => [model.code, model]));
  const rows = await tx.rows(
    sql<{ id: string }>`select nextval('id_seq')::text as id from generate_series(1, ${devices.length}::int)`,
  );
  const made = devices.flatMap((device, index) => {
    const model = modelOf.get(device.model);
    return model ? [{ ...device, id: rows[index]?.id ?? '', model }] : [];
  });
  const gateways = await gatewaysOf(tx, devices);
  for (const { id, equipment } of made) gateways.set(equipment.sn, id);
  const equipment = made.map(({ id, model, gateway, equipment: columns }) => {
    return { ...columns, id, modelId: model.id, gatewayId: gateways.get(gateway ?? '') ?? null, demo: true };
  });
  await tx.insertInto('equipment').values(equipment).execute();
  const identifiers = made.map(({ id, model, identifier }) => {
    return { protocol: model.protocol, number: identifier, equipmentId: id };
  });
  await tx.insertInto('equipmentIdentifier').values(identifiers).execute();
  const states = made.map(({ id, equipment: { projectId }, deviceState }) => {
    return { ...deviceState, deviceId: id, projectId };
  });
  await tx.insertInto('deviceState').values(states).execute();
  const bindings = made.flatMap(({ id, equipment: { customerId, position, installedAt }, binding }) =>
    customerId && binding ? [bindingOf({ equipmentId: id, customerId, position, installedAt, ...binding })] : [],
  );
  if (bindings.length > 0) await tx.insertInto('equipmentBinding').values(bindings).execute();
  const cards = made.flatMap(({ id, equipment: { departmentId, projectId }, sim }) =>
    sim ? [{ ...sim, equipmentId: id, departmentId, projectId, demo: true }] : [],
  );
  if (cards.length > 0) await tx.insertInto('sim').values(cards).execute();
  return made.map(({ id }) => id);
}

function bindingOf(binding: Omit<Insertable<EquipmentBinding>, 'testNote'>): Insertable<EquipmentBinding> {
  const boundAt = binding.installedAt ?? new Date().toISOString();
  return { ...binding, boundAt, testNote: binding.testKind === 'attested' ? '演示数据' : null };
}

/** Returns the ids of gateways that exist, by serial number. */
async function gatewaysOf(tx: Db, devices: readonly MadeDevice[]): Promise<Map<string, string>> {
  const sns = [...new Set(devices.flatMap(({ gateway }) => gateway ?? []))];
  const stored = tx.selectFrom('equipment').select(['sn', 'id']).where('sn', '=', any(sns));
  return new Map((await stored.where('deletedAt', 'is', null).execute()).map(({ sn, id }) => [sn, id]));
}
