import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { extensionsOf } from '#server/feature/extensions.ts';

/** Call for help that is not closed. */
interface OpenCall {
  id: string;
  no: string;
}

/** Device that gets a customer; `dueDate`: last day of a loan, YYYY-MM-DD. */
export interface Bound {
  id: string;
  customerId: string;
  dueDate?: string | undefined;
}

/** Device that is replaced by another one. */
export interface Replaced {
  id: string;
  newId: string;
  /** Customer of the old device and now of the new one. */
  customerId: string;
}

/** Hooks of a feature on the bindings of devices; they run in the same transaction, with the devices locked. */
export interface BindingHooks {
  /** Returns open calls for help of these devices and their customers, oldest first; without tests. */
  openUrgentWarns?(tx: Db, ids: readonly string[]): Promise<OpenCall[]>;
  /** Throws when a device cannot be lent until this day. */
  validateLoan?(tx: Db, id: string, dueDate: string): Promise<void>;
  /** Returns the last day of the device's loan; undefined without one. */
  loanedUntil?(tx: Db, id: string): Promise<string | undefined>;
  /** Runs after the binding was stored, before the device changes its state. */
  afterBind?(tx: Db, viewer: Viewer, bound: Bound): Promise<void>;
  /** Runs after devices were unbound. */
  afterRelease?(tx: Db, viewer: Viewer, ids: readonly string[]): Promise<void>;
  /** Runs before the old device is unbound. */
  beforeReplace?(tx: Db, viewer: Viewer, replaced: Replaced): Promise<void>;
  /** Runs after a device was replaced. */
  afterReplace?(tx: Db, replaced: Replaced): Promise<void>;
}

declare module '#server/feature/manifest.ts' {
  interface FeatureExtensions {
    bindingHooks: BindingHooks;
  }
}

const parts = async () => (await extensionsOf('bindingHooks')).map(({ extension }) => extension);

/** Returns open calls for help of these devices and their customers, from all features. */
export async function openUrgentWarnsOf(tx: Db, ids: readonly string[]): Promise<OpenCall[]> {
  const warns = await Promise.all((await parts()).map((part) => part.openUrgentWarns?.(tx, ids) ?? []));
  return warns.flat();
}

/** Throws when a device cannot be lent until this day. */
export async function validateLoan(tx: Db, id: string, dueDate: string): Promise<void> {
  for (const part of await parts()) await part.validateLoan?.(tx, id, dueDate);
}

/** Returns the last day of the device's loan; undefined without one. */
export async function loanedUntil(tx: Db, id: string): Promise<string | undefined> {
  for (const part of await parts()) {
    const day = await part.loanedUntil?.(tx, id);
    if (day) return day;
  }
  return undefined;
}

/** Runs the bind hooks. */
export async function runAfterBind(tx: Db, viewer: Viewer, bound: Bound): Promise<void> {
  for (const part of await parts()) await part.afterBind?.(tx, viewer, bound);
}

/** Runs the release hooks. */
export async function runAfterRelease(tx: Db, viewer: Viewer, ids: readonly string[]): Promise<void> {
  for (const part of await parts()) await part.afterRelease?.(tx, viewer, ids);
}

/** Runs the hooks before a replacement. */
export async function runBeforeReplace(tx: Db, viewer: Viewer, replaced: Replaced): Promise<void> {
  for (const part of await parts()) await part.beforeReplace?.(tx, viewer, replaced);
}

/** Runs the hooks after a replacement. */
export async function runAfterReplace(tx: Db, replaced: Replaced): Promise<void> {
  for (const part of await parts()) await part.afterReplace?.(tx, replaced);
}
