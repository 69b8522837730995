import type { DeviceCard } from '#features/equipment/contract.ts';
import { equipmentCards, lastPosition } from '#features/equipment/server/service.ts';
import { newestReadings } from '#features/reading/server/service.ts';
import type { WarnReading } from '#features/warn/contract.ts';
import { decrypt, encrypt } from '#server/core/crypto.ts';
import type { Db } from '#server/db/db.ts';
import type { Static } from '#shared/typebox.ts';
import type { StoredWarn } from '../access.ts';
import { locationConsent, newestPosition, type Position, warnPosition } from './warnPosition.ts';

/** Readings that a responder and the emergency call need; `vitalDays` is their maximum age in days. */
const vitals = ['systolic', 'diastolic', 'heart_rate', 'spo2', 'temperature'] as const;
const vitalDays = 7;

/** Position, readings and device states of a warn. */
export interface Facts {
  readings: Static<typeof WarnReading>[];
  place: Position | null;
  devices: Static<typeof DeviceCard>[];
  /** Time of closing at which the facts were stored; null while the warn is open: then they are current. */
  keptAt: string | null;
}

async function factsNow(tx: Db, row: StoredWarn): Promise<Facts> {
  const of = { customerId: row.customerId, equipmentId: row.equipmentId };
  const [devices, last, readings] = [
    await equipmentCards(tx, of),
    await lastPosition(tx, of),
    row.customerId === null ? [] : await newestReadings(tx, row.customerId, vitals, vitalDays),
  ];
  return { place: newestPosition(row, last), devices, readings, keptAt: null };
}

/** Returns the current facts encrypted, to store with a warn that is being closed. */
export async function encryptFacts(tx: Db, row: StoredWarn): Promise<string> {
  const facts = await factsNow(tx, row);
  return encrypt(JSON.stringify({ ...facts, keptAt: new Date().toISOString() } satisfies Facts));
}

/**
 * Returns the facts of a closed warn without stored facts: its own position, and its devices without their changing
 * state.
 */
async function factsLost(tx: Db, row: StoredWarn): Promise<Facts> {
  const cards = await equipmentCards(tx, { customerId: null, equipmentId: row.equipmentId });
  const unknown = { online: 'unknown', battery: null, signal: null, lastSeenAt: null };
  return {
    place: warnPosition(row),
    devices: cards.map((card) => ({ ...card, ...unknown })),
    readings: [],
    keptAt: row.finishedAt,
  };
}

/**
 * Returns the current facts of an open warn, or the stored facts of a closed one (a record). Without location consent a
 * closed warn reveals only its own position.
 */
export async function factsOf(tx: Db, row: StoredWarn): Promise<Facts> {
  if (row.status === 'pending' || row.status === 'handling') return factsNow(tx, row);
  if (!row.recordCipher) return factsLost(tx, row);
  const stored = JSON.parse(decrypt(row.recordCipher)) as Facts;
  const consent = (await locationConsent(tx, row)) ?? 'valid';
  return consent === 'valid' ? stored : { ...stored, place: warnPosition(row) };
}
