import type { Db } from '#server/db/db.ts';
import { extensionsOf } from '#server/feature/extensions.ts';
import type { trialResults } from '../contract.ts';

/** What came of a call in which nobody pressed; `nextAt` ISO, null where nobody calls again. */
export interface Tried {
  equipmentId: string;
  result: keyof typeof trialResults;
  note: string | null;
  nextAt: string | null;
}

/** What a feature above keeps of trials; in the change that writes one down, whose caller holds the device. */
export interface TrialHooks {
  afterTrial(tx: Db, afterTrial: Tried): Promise<void>;
}

declare module '#server/feature/manifest.ts' {
  interface FeatureExtensions {
    trialHooks: TrialHooks;
  }
}

/** Tells those who keep something of trials. */
export async function runAfterTrial(tx: Db, tried: Tried): Promise<void> {
  for (const { extension: part } of await extensionsOf('trialHooks')) await part.afterTrial(tx, tried);
}
