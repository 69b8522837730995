import { sql } from 'kysely';
import type { DeviceRef } from '#devices/message.ts';
import { isPlain, type Profile } from '#devices/profile.ts';
import { messageProfiles } from '#features/model/server/service.ts';
import { db, onPool } from '#server/db/db.ts';
import { identifierOf, refOf } from './lookup.ts';

/** Lifetime, ms, and size of the cache of devices' models. */
const ttlMs = 20_000;
const most = 50_000;

const plain: Profile = {};
const devices = new Map<string, { at: number; model: Promise<string | undefined> }>();

/** Also of a device behind another gateway: what a gateway says of it is read as its model speaks. */
async function readModelOf({ protocol, gateway, ...ref }: DeviceRef): Promise<string | undefined> {
  const number = identifierOf({ protocol, ...ref, ...(gateway === undefined ? {} : { gateway }) });
  const row = await db.row(sql<{ model: string }>`
    select e.model_id::text as model from equipment_identifier i join equipment e on e.id = i.equipment_id and e.deleted_at is null
    where i.protocol = ${protocol} and i.number = ${number}
    union all select model_id::text from equipment
    where ${protocol === 'thingsboard' && gateway === undefined} and sn = ${number} and deleted_at is null limit 1`);
  return row?.model;
}

function modelOf(deviceRef: DeviceRef): Promise<string | undefined> {
  const key = refOf({ deviceRef });
  const cached = devices.get(key);
  if (cached && Date.now() - cached.at < ttlMs) return cached.model;
  if (devices.size >= most) devices.clear();
  const model = readModelOf(deviceRef);
  devices.set(key, { at: Date.now(), model });
  model.catch(() => devices.delete(key));
  return model;
}

/**
 * Returns the profile of the device's model; empty for an unregistered number. Skips the device lookup while no model
 * of the protocol has a profile.
 */
export function profileOf(protocol: string, number: string, gateway?: string): Promise<Profile> {
  return onPool('direct', async () => {
    const models = await messageProfiles();
    if (![...models.values()].some((entry) => entry.protocol === protocol && !isPlain(entry.profile))) return plain;
    const model = await modelOf({ protocol, number, ...(gateway === undefined ? {} : { gateway }) });
    return (model === undefined ? undefined : models.get(model)?.profile) ?? plain;
  });
}
