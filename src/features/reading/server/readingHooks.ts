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
  /** Returns those of these customers for whom a clinician has set oxygen scale 2. */
  onScale2?(tx: Db, customerIds: readonly string[]): Promise<readonly string[]>;
}

declare module '#server/feature/manifest.ts' {
  interface FeatureExtensions {
    readingHooks: ReadingHooks;
  }
}

/** Returns those of these customers whose NEWS2 goes by oxygen scale 2. */
export async function onScale2(tx: Db, customerIds: readonly string[]): Promise<ReadonlySet<string>> {
  const extensions = await extensionsOf('readingHooks');
  const found = await Promise.all(
    extensions.map(async ({ extension }) => (await extension.onScale2?.(tx, customerIds)) ?? []),
  );
  return new Set(found.flat());
}

/** Returns the oxygen scale of a customer's NEWS2: 1 unless a clinician has set 2. */
export async function oxygenScaleOf(tx: Db, customerId: string): Promise<OxygenScale> {
  return (await onScale2(tx, [customerId])).has(customerId) ? '2' : '1';
}

/** Runs the hooks of all features. */
export async function runSettled(tx: Db, values: readonly Settled[]): Promise<void> {
  if (values.length === 0) return;
  for (const { extension } of await extensionsOf('readingHooks')) await extension.settled?.(tx, values);
}
