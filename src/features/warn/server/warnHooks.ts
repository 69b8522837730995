import type { CommandContext } from '#server/feature/command.ts';
import { extensionsOf } from '#server/feature/extensions.ts';
import type { StoredWarn } from './access.ts';

/** Hooks of features with rows that last as long as a warn; run in the transaction that ends or reopens the locked warn. */
export interface WarnHooks {
  afterEnd(ctx: CommandContext, row: StoredWarn): Promise<void>;
  afterReopen?(ctx: CommandContext, row: StoredWarn): Promise<void>;
}

declare module '#server/feature/manifest.ts' {
  interface FeatureExtensions {
    warnHooks: WarnHooks;
  }
}

/** Runs `afterEnd` of all features. */
export async function runAfterEnd(ctx: CommandContext, row: StoredWarn): Promise<void> {
  for (const { extension: part } of await extensionsOf('warnHooks')) await part.afterEnd(ctx, row);
}

/** Runs `afterReopen` of all features. */
export async function runAfterReopen(ctx: CommandContext, row: StoredWarn): Promise<void> {
  for (const { extension: part } of await extensionsOf('warnHooks')) await part.afterReopen?.(ctx, row);
}
