// data: dictionaries, words, and how figures and times are written.

import { useMemo, useSyncExternalStore } from 'react';
import { type BuiltInType, builtInLists, entriesOf } from '#shared/dictionary.ts';
import { post } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';
import { callApi } from '#web/api/request.ts';
import { session } from '#web/api/session.ts';
import { events, resets } from '#web/live/client.ts';

/** A value that somebody may choose; a disabled one is still known by its label. */
export interface DictionaryEntry {
  value: string;
  label: string;
  color: string | null;
  isDefault: boolean;
  status: 'enabled' | 'disabled';
}

/** The same call as the dictionary's contract has; `web/` knows no feature. */
const getDictionaryOption = post('/api/dictionary/getDictionaryOption', {
  title: '字典选项',
  permission: 'login',
  change: false,
  input: { types: Type.Array(Type.String()) },
  output: Type.Unsafe<Record<string, DictionaryEntry[]>>({}),
});

type Lists = Readonly<Record<string, readonly DictionaryEntry[]>>;

const builtIn: Lists = Object.fromEntries(
  Object.entries(builtInLists).map(([type, { values }]) => [
    type,
    entriesOf(values).map(([value, label]) => ({
      value,
      label,
      color: null,
      isDefault: false,
      status: 'enabled',
    })),
  ]),
) as Lists;

let lists: Lists = builtIn;
let labels: Readonly<Record<string, Readonly<Record<string, string>>>> = {};
/** The built-in types, which are few and read in one call, the others that somebody on the page has asked for, and those that are here as they are now. */
const requestedTypes = new Set<string>(Object.keys(builtInLists));
const loadedTypes = new Set<string>();
/** Counts how often everything had to be read anew: an answer from before may be old. */
let round = 0;
/** The account whose options are here; another one reads its own. */
let readFor: string | undefined;
let asking = false;
const listeners = new Set<() => void>();

const missing = () => [...requestedTypes].filter((type) => !loadedTypes.has(type));

async function read(types: string[]): Promise<void> {
  const begun = round;
  const options = await callApi(getDictionaryOption, { types }, { atOnce: true });
  lists = { ...lists, ...options };
  labels = {};
  if (begun === round) for (const type of types) loadedTypes.add(type);
  for (const listener of listeners) listener();
}

async function readMissing(): Promise<void> {
  // One call for all further types that a screen asks for while it is drawn.
  await Promise.resolve();
  for (let types = missing(); types.length > 0 && session().token; types = missing()) await read(types);
}

function ask(): void {
  if (asking) return;
  asking = true;
  void readMissing()
    .catch(() => undefined)
    .finally(() => {
      asking = false;
    });
}

/** Reads the options anew; a failure leaves what is known, and the next change or page tries again. */
export function refreshDictionary(): void {
  round += 1;
  loadedTypes.clear();
  ask();
}

events.on((event) => {
  if (event.eventId.startsWith('dictionary-')) refreshDictionary();
});
resets.on(refreshDictionary);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks for a type unless it is here. */
export function ensure(type: string): void {
  requestedTypes.add(type);
  const { token } = session();
  if (token !== readFor) {
    readFor = token;
    refreshDictionary();
  } else if (!loadedTypes.has(type)) ask();
}

/** All values of a type with labels and colours; renders again when an administrator changes them. */
export function useDictionary(type: string): readonly DictionaryEntry[] {
  ensure(type);
  return useSyncExternalStore(subscribe, () => lists[type]) ?? [];
}

/**
 * What a form or filter offers: the enabled values of a type in their order.
 * @param keep a value in hand that stays offered although it was disabled meanwhile
 */
export function useOptions(type: string, keep?: unknown): { value: string; label: string }[] {
  const entries = useDictionary(type);
  return useMemo(
    () =>
      entries
        .filter(({ value, status }) => status === 'enabled' || value === keep)
        .map(({ value, label }) => ({ value, label })),
    [entries, keep],
  );
}

/** What may be chosen of a type now, for code that draws itself anew with `useDictionaryLists`. */
export function offeredOptions(type: string): { value: string; label: string }[] {
  return (lists[type] ?? []).filter(({ status }) => status === 'enabled').map(({ value, label }) => ({ value, label }));
}

/** What words by their value offer a form or filter, in their order. */
export function optionsOf<K extends string>(labelsByValue: Readonly<Record<K, string>>): { value: K; label: string }[] {
  return (Object.keys(labelsByValue) as K[]).map((value) => ({ value, label: labelsByValue[value] }));
}

/** What a value is called now; itself where nobody named it. */
export function labelOf(type: string, value: string): string {
  return (lists[type] ?? []).find((item) => item.value === value)?.label ?? value;
}

/** The enabled values of a type in their order. */
export function offeredValues(type: string): string[] {
  return (lists[type] ?? []).filter(({ status }) => status === 'enabled').map(({ value }) => value);
}

/** Moves whenever an option or label changed; a page that draws labels draws itself anew with it. */
export function useDictionaryLists(): unknown {
  ensure('warn_type');
  return useSyncExternalStore(subscribe, () => lists);
}

type Labels<T extends BuiltInType> = (typeof builtInLists)[T]['values'];

/** The labels of a built-in type by value, as they are now; for code outside of components. */
export function labelsOf<T extends BuiltInType>(type: T): Labels<T> {
  const cached = labels[type];
  if (cached) return cached as Labels<T>;
  // A value that is no longer in the dictionary keeps the label it began with.
  const built = {
    ...builtInLists[type].values,
    ...Object.fromEntries((lists[type] ?? []).map((item) => [item.value, item.label])),
  };
  labels = { ...labels, [type]: built };
  return built as Labels<T>;
}

/** The labels of a built-in type by value; renders again when an administrator changes them. */
export function useLabels<T extends BuiltInType>(type: T): Labels<T> {
  useDictionary(type);
  return labelsOf(type);
}
