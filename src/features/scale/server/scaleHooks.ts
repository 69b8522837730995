import type { Db } from '#server/db/db.ts';
import { extensionsOf } from '#server/feature/extensions.ts';

/** What stores answers of scales. */
export interface ScaleHooks {
  /** Returns which of these versions (ids) have answers. */
  usedVersions(db: Db, ids: readonly string[]): Promise<string[]>;
}

declare module '#server/feature/manifest.ts' {
  interface FeatureExtensions {
    scaleHooks: ScaleHooks;
  }
}

/** Returns the ids of the versions that have answers. */
export async function usedVersions(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const used = new Set<string>();
  for (const { extension } of await extensionsOf('scaleHooks'))
    for (const id of await extension.usedVersions(db, ids)) used.add(id);
  return used;
}
