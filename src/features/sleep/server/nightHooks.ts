import type { CommandContext } from '#server/feature/command.ts';
import { extensionsOf } from '#server/feature/extensions.ts';

/** A night after noon, of a person and device. */
export interface FinalNight {
  customerId: string;
  deviceId: string;
  /** Day of waking, YYYY-MM-DD. */
  night: string;
}

/** Hooks of a feature on nights; run in the transaction that writes them. */
export interface NightHooks {
  written(ctx: CommandContext, nights: readonly FinalNight[]): Promise<void>;
}

declare module '#server/feature/manifest.ts' {
  interface FeatureExtensions {
    nightHooks: NightHooks;
  }
}

/** Runs the hooks of all features. */
export async function runWritten(ctx: CommandContext, nights: readonly FinalNight[]): Promise<void> {
  if (nights.length === 0) return;
  for (const { extension } of await extensionsOf('nightHooks')) await extension.written(ctx, nights);
}
