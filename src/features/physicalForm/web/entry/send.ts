import { physicalApi } from '#features/physical/contract.ts';
import type { PhysicalItem } from '#shared/physical/catalogue.ts';
import { problemText } from '#web/api/feedback.ts';
import { refusedFields } from '#web/api/refusedFields.ts';
import { ApiError, callApi } from '#web/api/request.ts';
import { callValidated } from '#web/form/callValidated.ts';
import type { PhysicalRecord } from '../record.ts';
import { type Entered, enteredOf, givenOf } from './entered.ts';
import type { SaveFault } from './saver.ts';

/** Fields of the record beside its items that are saved one by one. */
export interface Facts {
  conclusion: string | null;
  advice: string | null;
  nextDate: string | null;
  fileIds: string[];
}
export type FactName = keyof Facts;
export type Change = { item: PhysicalItem; entered: Entered } | { fact: FactName; value: Facts[FactName] };
export type Batch = ReadonlyMap<string, Change>;

/** Returns the key under which a fact is saved; items go by their codes. */
export const factKey = (name: FactName): string => `fact:${name}`;

/** Returns the input of a call for a batch, and the keys of its items in their order. */
function inputOf(id: string, version: number, batch: Batch) {
  const items = [...batch].flatMap(([key, change]) =>
    'item' in change ? [{ key, item: givenOf(change.item, change.entered) }] : [],
  );
  const facts = Object.fromEntries(
    [...batch.values()].flatMap((change) => ('fact' in change ? [[change.fact, change.value] as const] : [])),
  );
  const input = { id, version, ...(items.length > 0 && { items: items.map(({ item }) => item) }), ...facts };
  return { input, keys: items.map(({ key }) => key) };
}

/** Returns the key of a refused field: `items.<code>` of a rule, `items.<index>` of the contract, or a fact. */
function keyOf(field: string, batch: Batch, keys: readonly string[]): string | undefined {
  const [name = '', item] = field.split('.');
  if (name !== 'items') return factKey(name as FactName);
  return item !== undefined && batch.has(item) ? item : keys[Number(item)];
}

/** Returns the reasons of a refusal by key; of one at another field for the whole batch. */
export function refusalOf(error: ApiError, batch: Batch, keys: readonly string[]): ReadonlyMap<string, string> {
  const refused = [...refusedFields(error)];
  const reasons = refused.flatMap(([field, reason]): [string, string][] => {
    const key = keyOf(field, batch, keys);
    return key !== undefined && batch.has(key) ? [[key, reason]] : [];
  });
  const [[, reason] = ['', error.msg]] = refused;
  return new Map(reasons.length > 0 ? reasons : [...batch.keys()].map((key) => [key, reason]));
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Returns the value of a change as it is compared: 36.50 is 36.5. */
const comparable = (change: Change): unknown =>
  'fact' in change ? change.value : givenOf(change.item, change.entered);

/** Returns what the record has in place of a change. */
function storedFor(record: PhysicalRecord, key: string, change: Change): Change {
  if ('fact' in change) return { fact: change.fact, value: record[change.fact] };
  return { item: change.item, entered: enteredOf(record.items.find(({ code }) => code === key)) };
}

/**
 * Returns the changes of a batch that others made, too, with another value.
 * @param own what this page stored after it read `former`
 */
export function contested(batch: Batch, own: Batch, former: PhysicalRecord, latest: PhysicalRecord): Batch {
  const isContested = ([key, change]: readonly [string, Change]) => {
    const theirs = comparable(storedFor(latest, key, change));
    const before = comparable(own.get(key) ?? storedFor(former, key, change));
    return !same(theirs, before) && !same(theirs, comparable(change));
  };
  return new Map([...batch].filter(isContested));
}

/** A change, and what others stored in its place. */
export interface Contest {
  mine: Change;
  theirs: Change;
}

export interface SendOptions {
  id: string;
  version: number;
  /** The record as it was read. */
  former: PhysicalRecord;
  /** What this page stored since. */
  own: Batch;
  /** Called with the version after the answer. */
  onStored: (version: number) => void;
  /** Called with the newer record, and the changes that it replaces. */
  onLatest: (latest: PhysicalRecord, dropped: Batch) => void;
  /** Called with the changes that nobody can store any more, because the examination is no draft. */
  onClosed: (changes: readonly Change[], error: ApiError) => void;
  /** Asks whether the user's input replaces that of others; returns false to take theirs. */
  ask: (contested: readonly Contest[], error: ApiError) => Promise<boolean>;
}

async function changedFault(batch: Batch, error: ApiError, options: SendOptions): Promise<SaveFault> {
  const latest = await callApi(physicalApi.getPhysical, { id: options.id });
  if (!latest.can.edit) {
    options.onLatest(latest, batch);
    options.onClosed([...batch.values()], error);
    return { kind: 'changed', dropped: new Set(batch.keys()) };
  }
  const both = contested(batch, options.own, options.former, latest);
  const contests = [...both].map(([key, mine]) => ({ mine, theirs: storedFor(latest, key, mine) }));
  const isMine = both.size === 0 || (await options.ask(contests, error));
  const dropped: Batch = isMine ? new Map() : both;
  options.onLatest(latest, dropped);
  return { kind: 'changed', dropped: new Set(dropped.keys()) };
}

/** Stores a batch; returns what is wrong, or undefined after the answer. */
export async function sendBatch(batch: Batch, options: SendOptions): Promise<SaveFault | undefined> {
  const { input, keys } = inputOf(options.id, options.version, batch);
  try {
    const { version } = await callValidated(physicalApi.editPhysical, input);
    options.onStored(version);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500)
      return { kind: 'failed', reason: problemText(error) };
    try {
      if (error.status === 409) return await changedFault(batch, error, options);
    } catch (fault) {
      return { kind: 'failed', reason: problemText(fault) };
    }
    return { kind: 'refused', reasons: refusalOf(error, batch, keys) };
  }
}
