import type { Change } from '#server/feature/command.ts';
import { findParts } from '#server/feature/find.ts';
import type { Identifier } from './identifiers.ts';

/** What follows in other features from a device that was registered: a feature's part `equipmentPart`. */
export interface EquipmentPart {
  registered(change: Change, device: { id: string; numbers: readonly Identifier[] }): Promise<void>;
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
