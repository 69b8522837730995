import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { extensionsOf } from '#server/feature/extensions.ts';

/** Call for help that is not closed. */
interface OpenCall {
  id: string;
  no: string;
}

/** Devices that entered a state. */
export interface Entered {
  /** Id of the user; 0: the product itself. */
  by: string;
  devices: readonly { id: string; from: string }[];
  state: string;
  reason: string;
}

/** Device that was replaced by another one. */
export interface Replaced {
  id: string;
  newId: string;
  /** Customer of the old device and now of the new one. */
  customerId: string;
}

/** Hooks of a feature on devices: its part `equipmentPart`. */
export interface EquipmentHooks {
  /** Runs after devices were registered or got other identifiers. */
  afterRegister?(ctx: CommandContext, ids: readonly string[]): Promise<void>;
  /** Throws when the device (null: a new one) cannot have the SIM card with this ICCID. */
  validateSim?(tx: Db, viewer: Viewer, iccid: string, id: string | null): Promise<void>;
  /** Returns open calls for help of these devices and their customers, oldest first; without tests. */
  openUrgentWarns?(tx: Db, ids: readonly string[]): Promise<OpenCall[]>;
  /** Runs after locked devices changed to another state. */
  afterStateChange?(tx: Db, afterStateChange: Entered): Promise<void>;
  /** Runs after a device was replaced. */
  afterReplace?(tx: Db, afterReplace: Replaced): Promise<void>;
}

declare module '#server/feature/manifest.ts' {
  interface FeatureExtensions {
    equipmentHooks: EquipmentHooks;
  }
}

/** Runs the register hooks in the same transaction. */
export async function runAfterRegister(ctx: CommandContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const { extension: part } of await extensionsOf('equipmentHooks')) await part.afterRegister?.(ctx, ids);
}

/** Throws when a feature refuses the SIM card with this ICCID for the device (null: a new one). */
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

/** Returns open calls for help of these devices and their customers, from all features. */
export async function openUrgentWarnsOf(tx: Db, ids: readonly string[]): Promise<OpenCall[]> {
  const extensions = await extensionsOf('equipmentHooks');
  const warns = await Promise.all(extensions.map(({ extension: part }) => part.openUrgentWarns?.(tx, ids) ?? []));
  return warns.flat();
}

/** Runs the state change hooks in the same transaction. */
export async function runAfterStateChange(tx: Db, entered: Entered): Promise<void> {
  for (const { extension: part } of await extensionsOf('equipmentHooks')) await part.afterStateChange?.(tx, entered);
}

/** Runs the replacement hooks in the same transaction. */
export async function runAfterReplace(tx: Db, replaced: Replaced): Promise<void> {
  for (const { extension: part } of await extensionsOf('equipmentHooks')) await part.afterReplace?.(tx, replaced);
}
