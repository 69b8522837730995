// data: dictionaries, labels, and the formats of figures and times.

import { useMemo, useSyncExternalStore } from 'react';
import { type BuiltInType, builtInLists, entriesOf } from '#shared/dictionary.ts';
import { post } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';
import { callApi } from '#web/api/request.ts';
import { session } from '#web/api/session.ts';
import { events, resets } from '#web/live/client.ts';

/** A value of a dictionary type; a disabled value keeps its label. */
export interface DictionaryEntry {
  value: string;
  label: string;
  color: string | null;
  isDefault: boolean;
  status: 'enabled' | 'disabled';
}

/** Copy of the dictionary contract's endpoint, because `web/` imports no feature. */
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
/**
 * Requested types: the built-in ones, read in one call, and those that the page asked for. `loadedTypes`: those that
 * are current.
 */
const requestedTypes = new Set<string>(Object.keys(builtInLists));
const loadedTypes = new Set<string>();
/** Number of full refreshes: an answer from an earlier round may be outdated. */
let round = 0;
/** Token that the options were read with; another session reads its own. */
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
  // One call for all further types that a screen requests during a render.
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

/** Reads all options again; a failure keeps the known ones, and the next change or page tries again. */
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

/** Loads a type unless it is loaded. */
export function ensure(type: string): void {
  requestedTypes.add(type);
  const { token } = session();
  if (token !== readFor) {
    readFor = token;
    refreshDictionary();
  } else if (!loadedTypes.has(type)) ask();
}

/** Returns all values of a type with labels and colours; renders again when an administrator changes them. */
export function useDictionary(type: string): readonly DictionaryEntry[] {
  ensure(type);
  return useSyncExternalStore(subscribe, () => lists[type]) ?? [];
}

/**
 * Returns the options for a form or filter: the enabled values of a type in their order.
 * @param keep a current value that stays available although it was disabled
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

/** Returns the current options of a type, for code that renders again through `useDictionaryLists`. */
export function offeredOptions(type: string): { value: string; label: string }[] {
  return (lists[type] ?? []).filter(({ status }) => status === 'enabled').map(({ value, label }) => ({ value, label }));
}

/** Returns labels by value as options of a form or filter, in their order. */
export function optionsOf<K extends string>(labelsByValue: Readonly<Record<K, string>>): { value: K; label: string }[] {
  return (Object.keys(labelsByValue) as K[]).map((value) => ({ value, label: labelsByValue[value] }));
}

/** Returns the current label of a value; the value itself if it has none. */
export function labelOf(type: string, value: string): string {
  return (lists[type] ?? []).find((item) => item.value === value)?.label ?? value;
}

/** Returns the enabled values of a type in their order. */
export function offeredValues(type: string): string[] {
  return (lists[type] ?? []).filter(({ status }) => status === 'enabled').map(({ value }) => value);
}

/** Changes whenever an option or label changes, so that a page with labels renders again. */
export function useDictionaryLists(): unknown {
  ensure('warn_type');
  return useSyncExternalStore(subscribe, () => lists);
}

type Labels<T extends BuiltInType> = (typeof builtInLists)[T]['values'];

/** Returns the current labels of a built-in type by value, for code outside of components. */
export function labelsOf<T extends BuiltInType>(type: T): Labels<T> {
  const cached = labels[type];
  if (cached) return cached as Labels<T>;
  // A value that the dictionary no longer has keeps its default label.
  const built = {
    ...builtInLists[type].values,
    ...Object.fromEntries((lists[type] ?? []).map((item) => [item.value, item.label])),
  };
  labels = { ...labels, [type]: built };
  return built as Labels<T>;
}

/** Returns the labels of a built-in type by value; renders again when an administrator changes them. */
export function useLabels<T extends BuiltInType>(type: T): Labels<T> {
  useDictionary(type);
  return labelsOf(type);
}
