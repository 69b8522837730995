import { equipmentCards, lastPosition, lastReadings } from '#features/equipment/server/service.ts';
import type { warnApi } from '#features/warn/contract.ts';
import { decrypt, encrypt } from '#server/core/crypto.ts';
import type { Db } from '#server/db/db.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import type { StoredWarn } from './access.ts';
import { locationConsent, newestPosition, type Position, warnPosition } from './warnPosition.ts';

type Detail = OutputOf<typeof warnApi.getWarn>;

/** What a helper and the emergency call ask for, and how old it may be, days. */
const vitals = ['systolic', 'diastolic', 'heart_rate', 'spo2', 'temperature'] as const;
const vitalDays = 7;

/** Where the person is, how they are, and how their devices stand. */
export interface Facts extends Pick<Detail, 'readings'> {
  place: Position | null;
  devices: NonNullable<Detail['equipment']>[];
  /** When the case ended and this was kept, null while it is open: then it is so now. */
  keptAt: string | null;
}

async function factsNow(tx: Db, row: StoredWarn): Promise<Facts> {
  const of = { customerId: row.customerId, equipmentId: row.equipmentId };
  const [devices, last, readings] = [
    await equipmentCards(tx, of),
    await lastPosition(tx, of),
    await lastReadings(tx, of, vitals, vitalDays),
  ];
  return { place: newestPosition(row, last), devices, readings, keptAt: null };
}

/** The facts of this moment, encrypted, to be kept with a case that ends. */
export async function encryptFacts(tx: Db, row: StoredWarn): Promise<string> {
  const facts = await factsNow(tx, row);
  return encrypt(JSON.stringify({ ...facts, keptAt: new Date().toISOString() } satisfies Facts));
}

/** An end of which nothing was kept: the alarm's own position, and of the devices what does not change by the hour. */
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

/** Of an open alarm the facts as they are, of one that ended as they were then: a closed case is a record. Of somebody who has not agreed to their position it shows the alarm's own alone. */
export async function factsOf(tx: Db, row: StoredWarn): Promise<Facts> {
  if (row.status === 'pending' || row.status === 'handling') return factsNow(tx, row);
  if (!row.recordCipher) return factsLost(tx, row);
  const stored = JSON.parse(decrypt(row.recordCipher)) as Facts;
  const consent = (await locationConsent(tx, row)) ?? 'valid';
  return consent === 'valid' ? stored : { ...stored, place: warnPosition(row) };
}
