import type { HistoryChange } from '#features/customerHistory/contract.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { extensionsOf } from '#server/feature/extensions.ts';

/** Changes of a customer's health that one call made. */
export interface HealthChanges {
  /** Trace of the call, or another name of it. */
  trace: string;
  at: string;
  userName: string | null;
  section: string;
  changes: HistoryChange[];
}

/** Hooks of a feature on the history of customers. */
export interface CustomerHistoryHooks {
  /** Returns the newest changes of a customer's health that this feature knows, at most `most`. */
  healthChanges(customerId: string, most: number): Promise<HealthChanges[]>;
}

declare module '#server/feature/manifest.ts' {
  interface FeatureExtensions {
    customerHistoryHooks: CustomerHistoryHooks;
  }
}

/** Shown to users who may not view what changed. */
export const healthChanged: HistoryChange = { field: 'health', label: '健康信息', old: null, new: '已修改' };

/** Returns the health changes of all features; without the permission of the archive, only that there were some. */
export async function allHealthChanges(viewer: Viewer, customerId: string, most: number): Promise<HealthChanges[]> {
  const hooks = await extensionsOf('customerHistoryHooks');
  const lists = await Promise.all(hooks.map(({ extension }) => extension.healthChanges(customerId, most)));
  const all = lists.flat();
  if (hasPermission(viewer, 'archive:list')) return all;
  return all.map((one) => ({ ...one, section: '健康', changes: [healthChanged] }));
}
