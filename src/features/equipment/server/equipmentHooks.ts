import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { extensionsOf } from '#server/feature/extensions.ts';

/** A call for help that is not closed. */
interface OpenCall {
  id: string;
  no: string;
}

/** Devices that have come into a state. */
export interface Entered {
  /** Who brought them there; 0: the product itself. */
  by: string;
  devices: readonly { id: string; from: string }[];
  state: string;
  reason: string;
}

/** A device that was put in the place of another one. */
export interface Replaced {
  id: string;
  newId: string;
  /** Who had the old one and has the new one. */
  customerId: string;
}

/** What a feature knows of devices: its part `equipmentPart`. */
export interface EquipmentHooks {
  /** What follows where devices were registered, or got other numbers. */
  afterRegister?(ctx: CommandContext, ids: readonly string[]): Promise<void>;
  /** Throws where a device (null: a new one) cannot have the card with this ICCID. */
  validateSim?(tx: Db, viewer: Viewer, iccid: string, id: string | null): Promise<void>;
  /** Open calls for help of these devices and of whoever has them, the oldest first; tests are none. */
  openUrgentWarns?(tx: Db, ids: readonly string[]): Promise<OpenCall[]>;
  /** What follows from a state that locked devices have come into from another one. */
  afterStateChange?(tx: Db, afterStateChange: Entered): Promise<void>;
  /** What follows where one took another's place. */
  afterReplace?(tx: Db, afterReplace: Replaced): Promise<void>;
}

declare module '#server/feature/manifest.ts' {
  interface FeatureExtensions {
    equipmentHooks: EquipmentHooks;
  }
}

/** Tells the other features, in the same transaction, that devices are known from now on by their numbers. */
export async function runAfterRegister(ctx: CommandContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const { extension: part } of await extensionsOf('equipmentHooks')) await part.afterRegister?.(ctx, ids);
}

/** Throws where any feature says that the device (null: a new one) cannot have the card with this ICCID. */
export async function requireFreeSim(
  tx: Db,
  viewer: Viewer,
  iccid: string | null | undefined,
  id: string | null,
): Promise<void> {
  if (!iccid) return;
  for (const { extension: part } of await extensionsOf('equipmentHooks'))
    await part.validateSim?.(tx, viewer, iccid, id);
}

/** The open calls for help of these devices, and of whoever has them, that any feature knows of. */
export async function openUrgentWarnsOf(tx: Db, ids: readonly string[]): Promise<OpenCall[]> {
  const extensions = await extensionsOf('equipmentHooks');
  const warns = await Promise.all(extensions.map(({ extension: part }) => part.openUrgentWarns?.(tx, ids) ?? []));
  return warns.flat();
}

/** Tells the other features, in the same transaction, into which state devices have come. */
export async function runAfterStateChange(tx: Db, entered: Entered): Promise<void> {
  for (const { extension: part } of await extensionsOf('equipmentHooks')) await part.afterStateChange?.(tx, entered);
}

/** Tells them likewise which device took another's place. */
export async function runAfterReplace(tx: Db, replaced: Replaced): Promise<void> {
  for (const { extension: part } of await extensionsOf('equipmentHooks')) await part.afterReplace?.(tx, replaced);
}
