import type { PhysicalRecord } from '../record.ts';
import type { Entered } from './entered.ts';
import type { Batch, Change, Facts } from './send.ts';

/** Input of the user, which the page shows until the record includes it. */
interface Input {
  change: Change;
  /** Version of the record that includes it, or the value of others that replaces it; absent until it is stored. */
  version?: number;
}
export type Inputs = ReadonlyMap<string, Input>;

/** Returns the inputs with a newer one. */
export const withChange = (inputs: Inputs, key: string, change: Change): Inputs => new Map(inputs).set(key, { change });

/** Returns the inputs after a version of the record settled some of them; what was typed again since is not settled. */
export const settledBy = (inputs: Inputs, batch: Batch, version: number): Inputs =>
  new Map([...inputs].map(([key, input]) => [key, batch.get(key) === input.change ? { ...input, version } : input]));

/** Returns what the page shows: the record's facts below those typed, and the typed items by code. */
export function shownInputs(inputs: Inputs, record: Pick<PhysicalRecord, keyof Facts | 'version'>) {
  const { conclusion, advice, nextDate, fileIds } = record;
  const newer = [...inputs].filter(([, { version }]) => version === undefined || version > record.version);
  const typed = new Map<string, Entered>();
  let facts: Facts = { conclusion, advice, nextDate, fileIds };
  for (const [key, { change }] of newer) {
    if ('item' in change) typed.set(key, change.entered);
    else facts = { ...facts, [change.fact]: change.value };
  }
  return { typed, facts };
}
