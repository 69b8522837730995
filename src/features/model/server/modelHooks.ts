import { extensionsOf } from '#server/feature/extensions.ts';

/** Hooks of a feature with devices of a model: its extension `modelHooks`. */
export interface ModelHooks {
  /** Returns the number of devices by model id; a missing id means none. */
  counts(ids: readonly string[]): Promise<Map<string, number>>;
}

declare module '#server/feature/manifest.ts' {
  interface FeatureExtensions {
    modelHooks: ModelHooks;
  }
}

/** Returns the number of devices by model id, over all features. */
export async function countsOf(ids: readonly string[]): Promise<Map<string, number>> {
  const sum = new Map<string, number>();
  for (const { extension: part } of await extensionsOf('modelHooks'))
    for (const [id, count] of await part.counts(ids)) sum.set(id, (sum.get(id) ?? 0) + count);
  return sum;
}
