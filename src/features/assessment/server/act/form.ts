import type { Answers, Facts } from '#shared/scale/definition.ts';

/** Who changed a key when, and to which version of the assessment. */
export interface TrailEntry {
  by: string;
  at: string;
  version: number;
  /** Value before; absent for words, which lie encrypted, and where there was none. */
  old?: unknown;
  /** The last value of another user, as long as nobody else than `by` changed it afterwards. */
  was?: { value: unknown; by: string; at: string };
  /** Ids of the users besides `by` who ever changed it; absent for `$<field>`, and in entries of former releases. */
  others?: readonly string[];
}

/** By item code, fact key, `notes.<item>`, and `$<field>` for the fields of the assessment itself. */
export type Trail = Record<string, TrailEntry>;

/** What is entered; in a row of `assessment_form` the notes lie encrypted. */
export interface Form {
  answers: Answers;
  facts: Facts;
  notes: Readonly<Record<string, string>>;
  prorate: boolean;
  trail: Trail;
}

/** Changes of a form: null takes a value back. */
export interface Patch {
  answers?: Readonly<Record<string, string | null>> | undefined;
  facts?: Readonly<Record<string, unknown>> | undefined;
  notes?: Readonly<Record<string, string | null>> | undefined;
  prorate?: boolean | undefined;
}

/** Fields of an assessment that are saved with its form. */
export interface Head {
  reason: string;
  date: string;
  assessorIds: readonly string[];
}

type Values = Readonly<Record<string, unknown>>;

/** Returns the values as JSON with sorted keys: equal values have equal texts. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  const sorted = entries.sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
  return `{${sorted.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`;
}

export const same = (a: unknown, b: unknown): boolean => canonical(a ?? null) === canonical(b ?? null);

function patched(values: Values, patch: Values | undefined): Values {
  const entries = Object.entries({ ...values, ...patch }).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(entries);
}

/** Returns the form with the changes, without a trail of them. Own keys alone count, so that no code is a prototype's. */
export function patchedForm(form: Form, patch: Patch): Form {
  const { trail } = form;
  return {
    answers: patched(form.answers, patch.answers) as Form['answers'],
    facts: patched(form.facts, patch.facts) as Form['facts'],
    notes: patched(form.notes, patch.notes) as Form['notes'],
    prorate: patch.prorate ?? form.prorate,
    trail,
  };
}

/** Changed values by key of the trail: before and after. */
type Changed = Map<string, { old: unknown; next: unknown }>;

function compare(changed: Changed, before: Values, after: Values, keyOf: (key: string) => string): void {
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
    if (!same(before[key], after[key])) changed.set(keyOf(key), { old: before[key], next: after[key] });
}

/** Returns which values differ between two states of an assessment. */
export function changesOf(before: Form & { head: Head }, after: Form & { head: Head }): Changed {
  const changed: Changed = new Map();
  compare(changed, before.answers, after.answers, (key) => key);
  compare(changed, before.facts, after.facts, (key) => key);
  compare(changed, before.notes, after.notes, (key) => `notes.${key}`);
  const headOf = ({ head, prorate }: Form & { head: Head }): Values => ({ ...head, prorate });
  compare(changed, headOf(before), headOf(after), (key) => `$${key}`);
  return changed;
}

const isWords = (key: string) => key.startsWith('notes.');

const isField = (key: string) => key.startsWith('$');

/** Returns the ids of all users an entry names. */
const usersOf = ({ by, was, others = [] }: TrailEntry) => new Set([by, ...(was ? [was.by] : []), ...others]);

/** Returns whether a user ever changed an answer, fact or note, overwritten since or not. */
export function hasAnswered(trail: Trail, userId: string): boolean {
  return Object.entries(trail).some(([key, entry]) => !isField(key) && usersOf(entry).has(userId));
}

function othersOf(previous: TrailEntry | undefined, by: string): Pick<TrailEntry, 'others'> {
  const users = previous ? usersOf(previous) : new Set<string>();
  users.delete(by);
  return users.size > 0 ? { others: [...users] } : {};
}

/** Returns the trail with an entry for each change. */
export function trailAfter(trail: Trail, changed: Changed, stamp: Pick<TrailEntry, 'by' | 'at' | 'version'>): Trail {
  const entries = [...changed].map(([key, { old }]): [string, TrailEntry] => {
    const previous = Object.hasOwn(trail, key) ? trail[key] : undefined;
    const entry = { ...stamp, ...(!isField(key) && othersOf(previous, stamp.by)) };
    if (isWords(key) || old === undefined) return [key, entry];
    const other = previous && previous.by !== stamp.by;
    const was = other ? { value: old, by: previous.by, at: previous.at } : previous?.was;
    return [key, { ...entry, old, ...(was && { was }) }];
  });
  return { ...trail, ...Object.fromEntries(entries) };
}

/** Returns the keys changed after a version, with their entries. */
export function changedSince(trail: Trail, baseVersion: number): [string, TrailEntry][] {
  return Object.entries(trail).filter(([, { version }]) => version > baseVersion);
}

/** Returns the value of a key of the trail. */
export function valueAt({ answers, facts, notes, prorate, head }: Form & { head: Head }, key: string): unknown {
  if (isWords(key)) return notes[key.slice('notes.'.length)] ?? null;
  if (isField(key)) return ({ ...head, prorate } as Values)[key.slice(1)] ?? null;
  return answers[key] ?? facts[key] ?? null;
}
