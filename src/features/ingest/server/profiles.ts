import { sql } from 'kysely';
import { isPlain, type Profile } from '#devices/profile.ts';
import { messageProfiles } from '#features/model/server/service.ts';
import { db, onPool } from '#server/db/db.ts';

/** Lifetime, ms, and size of the cache of devices' models. */
const ttlMs = 20_000;
const most = 50_000;

const plain: Profile = {};
const devices = new Map<string, { at: number; model: Promise<string | undefined> }>();

async function readModelOf(protocol: string, number: string): Promise<string | undefined> {
  const row = await db.row(sql<{ model: string }>`
    select e.model_id::text as model from equipment_identifier i join equipment e on e.id = i.equipment_id and e.deleted_at is null
    where i.protocol = ${protocol} and i.number = ${number}`);
  return row?.model;
}

function modelOf(protocol: string, number: string): Promise<string | undefined> {
  const key = `${protocol} ${number}`;
  const cached = devices.get(key);
  if (cached && Date.now() - cached.at < ttlMs) return cached.model;
  if (devices.size >= most) devices.clear();
  const model = readModelOf(protocol, number);
  devices.set(key, { at: Date.now(), model });
  model.catch(() => devices.delete(key));
  return model;
}

/**
 * Returns the profile of the device's model; empty for an unregistered number. Skips the device lookup while no model
 * of the protocol has a profile.
 */
export function profileOf(protocol: string, number: string): Promise<Profile> {
  return onPool('direct', async () => {
    const models = await messageProfiles();
    if (![...models.values()].some((entry) => entry.protocol === protocol && !isPlain(entry.profile))) return plain;
    const model = await modelOf(protocol, number);
    return (model === undefined ? undefined : models.get(model)?.profile) ?? plain;
  });
}
