import { extensionsOf } from '#server/feature/extensions.ts';

/** What has devices of a model: a feature's part `modelPart`. */
export interface ModelHooks {
  /** How many devices there are of each of these models, by id; none where it is left out. */
  counts(ids: readonly string[]): Promise<Map<string, number>>;
}

declare module '#server/feature/manifest.ts' {
  interface FeatureExtensions {
    modelHooks: ModelHooks;
  }
}

/** How many devices there are of these models. */
export async function countsOf(ids: readonly string[]): Promise<Map<string, number>> {
  const sum = new Map<string, number>();
  for (const { extension: part } of await extensionsOf('modelHooks'))
    for (const [id, count] of await part.counts(ids)) sum.set(id, (sum.get(id) ?? 0) + count);
  return sum;
}
