import type { Db } from '#server/db/db.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { extensionsOf } from '#server/feature/extensions.ts';
import type { ReadingLevel } from '#shared/health/bands.ts';
import type { OxygenScale } from '#shared/health/news2.ts';
import type { Series } from './queue.ts';

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

/** A usable value that came in, with its person. Instants are ms since 1970. */
export interface ArrivedValue {
  customerId: string;
  metric: string;
  sourceId: string;
  at: number;
  value: number;
  flags: number;
  /** 1 in bed, 0 out of bed, null unknown: with 0 the sensor measures nobody. */
  inBed: number | null;
  /** When it was received. */
  receivedAt: number;
}

/** Values that are settled in one transaction. */
export interface Arrivals {
  /** Returns those of these kinds, by person in the order of their times. Values of the newest time before may be among them again. */
  values(kinds: ReadonlySet<string>): Promise<ArrivedValue[]>;
  /** Customers and kinds of which a value came, changed or was withdrawn. */
  touched: readonly { customerId: string; metric: string }[];
  /** Returns the time of the newest value before these, ms since 1970; undefined for none. */
  formerAt(customerId: string, metric: string): number | undefined;
}

/** Hooks of a feature on readings. */
export interface ReadingHooks {
  /** Runs in the transaction that settles these values, after `settled`, with the customers locked. May run again after a rollback. */
  arrived?(ctx: CommandContext, arrivals: Arrivals): Promise<void>;
  /** Runs in the transaction that settles these values. May run again after a rollback. */
  settled?(tx: Db, values: readonly Settled[]): Promise<void>;
  /** Runs in the transaction that settles these series, also for values that are late, withdrawn or nobody's. */
  changed?(tx: Db, series: readonly Series[]): Promise<void>;
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

/** Tells all features that values of these series changed. */
export async function runChanged(tx: Db, series: readonly Series[]): Promise<void> {
  for (const { extension } of await extensionsOf('readingHooks')) await extension.changed?.(tx, series);
}
