import type { Db } from '#server/db/db.ts';
import { extensionsOf } from '#server/feature/extensions.ts';
import type { trialResults } from '../contract.ts';

/** Result of a call without a press; `nextAt` ISO, null: no further call. */
export interface Tried {
  equipmentId: string;
  result: keyof typeof trialResults;
  note: string | null;
  nextAt: string | null;
}

/** Hooks of features that store trial results; run in the transaction of the trial, with the device locked. */
export interface TrialHooks {
  afterTrial(tx: Db, afterTrial: Tried): Promise<void>;
}

declare module '#server/feature/manifest.ts' {
  interface FeatureExtensions {
    trialHooks: TrialHooks;
  }
}

/** Runs `afterTrial` of all features. */
export async function runAfterTrial(tx: Db, tried: Tried): Promise<void> {
  for (const { extension: part } of await extensionsOf('trialHooks')) await part.afterTrial(tx, tried);
}
