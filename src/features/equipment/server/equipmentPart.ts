import type { Db } from '#server/db/db.ts';
import type { Change } from '#server/feature/command.ts';
import { findParts } from '#server/feature/find.ts';
import type { Identifier } from './identifiers.ts';

/** A call for help that is not closed. */
interface OpenCall {
  id: string;
  no: string;
}

/** What a feature knows of devices: its part `equipmentPart`. */
export interface EquipmentPart {
  /** What follows from a device that was registered. */
  registered(change: Change, device: { id: string; numbers: readonly Identifier[] }): Promise<void>;
  /** Open calls for help of these devices, the oldest first; tests are none. */
  openCalls(tx: Db, ids: readonly string[]): Promise<OpenCall[]>;
}

declare module '#server/feature/manifest.ts' {
  interface FeatureParts {
    equipmentPart: EquipmentPart;
  }
}

/** Tells the other features, in the same transaction, that a device is known from now on by these numbers. */
export async function tellRegistered(change: Change, id: string, numbers: readonly Identifier[]): Promise<void> {
  for (const { part } of await findParts('equipmentPart')) await part.registered(change, { id, numbers });
}

/** The open calls for help of these devices that any feature knows of. */
export async function openCallsOf(tx: Db, ids: readonly string[]): Promise<OpenCall[]> {
  const parts = await findParts('equipmentPart');
  const found = await Promise.all(parts.map(({ part }) => part.openCalls(tx, ids)));
  return found.flat();
}
