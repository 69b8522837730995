import type { Db } from '#server/db/db.ts';
import { extensionsOf } from '#server/feature/extensions.ts';
import type { ReadingLevel } from '#shared/health/bands.ts';
import type { OxygenScale } from '#shared/health/news2.ts';

/** New newest value of a customer and kind. */
export interface Settled {
  customerId: string;
  kind: string;
  at: string;
  value: number;
  flags: number;
  level: ReadingLevel | null;
  /** Level of the newest value before. */
  formerLevel: ReadingLevel | null;
  /** Device, or the customer's own id for an entered value. */
  sourceId: string;
}

/** Hooks of a feature on readings. */
export interface ReadingHooks {
  /** Runs in the transaction that settles these values. May run again after a rollback. */
  settled?(tx: Db, values: readonly Settled[]): Promise<void>;
  /** Returns the oxygen scale that a clinician has set for a customer; undefined: none. */
  oxygenScale?(tx: Db, customerId: string): Promise<OxygenScale | undefined>;
}

declare module '#server/feature/manifest.ts' {
  interface FeatureExtensions {
    readingHooks: ReadingHooks;
  }
}

/** Returns the oxygen scale of a customer's NEWS2: 1 unless a clinician has set 2. */
export async function oxygenScaleOf(tx: Db, customerId: string): Promise<OxygenScale> {
  for (const { extension } of await extensionsOf('readingHooks')) {
    const scale = await extension.oxygenScale?.(tx, customerId);
    if (scale) return scale;
  }
  return '1';
}

/** Runs the hooks of all features. */
export async function runSettled(tx: Db, values: readonly Settled[]): Promise<void> {
  if (values.length === 0) return;
  for (const { extension } of await extensionsOf('readingHooks')) await extension.settled?.(tx, values);
}
