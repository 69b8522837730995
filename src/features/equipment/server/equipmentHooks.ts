import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { extensionsOf } from '#server/feature/extensions.ts';

/** Devices that entered a state. */
export interface Entered {
  /** Id of the user; 0: the product itself. */
  by: string;
  devices: readonly { id: string; from: string }[];
  state: string;
  reason: string;
}

/** Newly registered device, and the customer who gets it. */
export interface RegisteredFor {
  id: string;
  departmentId: string;
  projectId: string;
  customerId: string;
  position: string | null;
}

/** Hooks of a feature on devices. */
export interface EquipmentHooks {
  /** Runs after a device was inserted, in stock; `by`: user id. */
  afterInsert?(tx: Db, by: string, id: string): Promise<void>;
  /** Gives a newly registered device to a customer; throws when it cannot. */
  assignCustomer?(tx: Db, viewer: Viewer, device: RegisteredFor): Promise<void>;
  /** Runs after devices were registered or got other identifiers. */
  afterRegister?(ctx: CommandContext, ids: readonly string[]): Promise<void>;
  /** Runs after locked devices changed to another state. */
  afterStateChange?(tx: Db, entered: Entered): Promise<void>;
}

declare module '#server/feature/manifest.ts' {
  interface FeatureExtensions {
    equipmentHooks: EquipmentHooks;
  }
}

/** Runs the insert hooks in the same transaction. */
export async function runAfterInsert(tx: Db, by: string, id: string): Promise<void> {
  for (const { extension: part } of await extensionsOf('equipmentHooks')) await part.afterInsert?.(tx, by, id);
}

/** Gives a newly registered device to a customer. */
export async function assignCustomer(tx: Db, viewer: Viewer, device: RegisteredFor): Promise<void> {
  for (const { extension: part } of await extensionsOf('equipmentHooks'))
    await part.assignCustomer?.(tx, viewer, device);
}

/** Runs the register hooks in the same transaction. */
export async function runAfterRegister(ctx: CommandContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const { extension: part } of await extensionsOf('equipmentHooks')) await part.afterRegister?.(ctx, ids);
}

/** Runs the state change hooks in the same transaction. */
export async function runAfterStateChange(tx: Db, entered: Entered): Promise<void> {
  for (const { extension: part } of await extensionsOf('equipmentHooks')) await part.afterStateChange?.(tx, entered);
}
