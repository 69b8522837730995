import type { AssessmentDetail } from '#features/assessment/contract.ts';
import type { ScaleDefinition } from '#shared/scale/definition.ts';

/** Values by place: `answers.B1.1`, `facts.coma`, `notes.B1.1`, `prorate`; absent: open. */
export type Values = Readonly<Record<string, unknown>>;
export type Trail = AssessmentDetail['trail'];

/** What the server has. */
export interface Base {
  version: number;
  values: Values;
  trail: Trail;
}

/** A change that is not stored yet; null takes a value back. */
interface Edit {
  value: unknown;
  /** Values of this place that were sent without an answer: they may be stored. */
  sent?: readonly unknown[];
  /** Of a request: the stored value that it replaces. */
  over?: unknown;
}
type Edits = Readonly<Record<string, Edit>>;

/** A change of a value that somebody else changed meanwhile. */
export interface Clash {
  mine: unknown;
  by: string;
  at: string;
}

/** Changes of one form on their way to the server: one request at a time, each with the newest version. */
export interface Saves {
  base: Base;
  waiting: Edits;
  /** Of the request under way. */
  sending: Edits | undefined;
  /** Changes that wait for the user's decision. */
  clashes: Readonly<Record<string, Clash>>;
}

/** A change since an older version, of the answer 409; `field`: an item, a fact, `notes.<item>`, or a field of the head. */
export interface ServerChange {
  field: string;
  new: unknown;
  by: string;
  at: string;
}

/** Returns the place of a field of the answer 409; undefined for one of the head. */
export type PlaceOf = (field: string) => string | undefined;

export function placesOf({ items, facts = [] }: Pick<ScaleDefinition, 'items' | 'facts'>): PlaceOf {
  const places = new Map([
    ...facts.map(({ key }) => [key, `facts.${key}`] as const),
    ...items.map(({ code }) => [code, `answers.${code}`] as const),
    ['prorate', 'prorate'] as const,
  ]);
  return (field) => (field.startsWith('notes.') ? field : places.get(field));
}

const asText = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** Compares two values; the order of keys does not matter, and null is an absent value. */
export function isSame(a: unknown, b: unknown): boolean {
  return asText(a) === asText(b);
}

/** Returns the values of an assessment by place. */
export function baseOf({ version, answers, facts, notes, prorate, trail }: Stored): Base {
  const placed = (group: string, values: Values) =>
    Object.entries(values).map(([key, value]) => [`${group}.${key}`, value] as const);
  return {
    version,
    trail,
    values: Object.fromEntries([
      ...placed('answers', answers),
      ...placed('facts', facts),
      ...placed('notes', notes),
      ...(prorate ? [['prorate', true] as const] : []),
    ]),
  };
}
type Stored = Pick<AssessmentDetail, 'version' | 'answers' | 'facts' | 'notes' | 'prorate' | 'trail'>;

export function startSaves(base: Base): Saves {
  return { base, waiting: {}, sending: undefined, clashes: {} };
}

const without = <T>(record: Readonly<Record<string, T>>, keys: readonly string[]) =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));

/** Changes values; null takes one back. What the server has already is not sent. */
export function edit(saves: Saves, values: Values): Saves {
  const waiting = { ...saves.waiting };
  for (const [place, value] of Object.entries(values)) {
    const former = waiting[place];
    if (isSame(value, saves.base.values[place]) && !saves.sending?.[place] && !former?.sent) delete waiting[place];
    else waiting[place] = { ...former, value };
  }
  return { ...saves, waiting, clashes: without(saves.clashes, Object.keys(values)) };
}

/** Moves what waits into a request. */
export function begin({ waiting, ...saves }: Saves): Saves {
  const { values } = saves.base;
  const sending = Object.entries(waiting).map(([place, each]) => [place, { ...each, over: values[place] }]);
  return { ...saves, waiting: {}, sending: Object.fromEntries(sending) };
}

function applied(values: Values, edits: Readonly<Record<string, unknown>>): Values {
  const changed = Object.entries(edits).filter(([, value]) => value !== null && value !== undefined);
  return { ...without(values, Object.keys(edits)), ...Object.fromEntries(changed) };
}

/** Place in the trail: the item or the fact, `notes.<item>`. */
const trailKey = (place: string) => place.replace(/^(?:answers|facts)\./, '');

interface Author {
  by: string;
  name: string;
  at: string;
}

/** Adds what somebody just gave; of another person's value before it, whose it was. */
function withTrail({ trail, values }: Base, edits: Readonly<Record<string, unknown>>, author: Author): Trail {
  const next = { ...trail };
  for (const place of Object.keys(edits)) {
    const key = trailKey(place);
    const former = trail[key];
    const was =
      former && former.by !== author.by
        ? { value: values[place], by: former.by, name: former.name, at: former.at }
        : former?.was;
    next[key] = { ...author, ...(was && { was }) };
  }
  return next;
}

/** Ends the request: the server has its changes, unless a newer state has been read since. */
export function saved(saves: Saves, version: number, author: Author): Saves {
  const { base, sending = {} } = saves;
  if (base.version >= version) return { ...saves, sending: undefined };
  const edits = Object.fromEntries(Object.entries(sending).map(([place, { value }]) => [place, value]));
  return {
    ...saves,
    base: { version, values: applied(base.values, edits), trail: withTrail(base, edits, author) },
    sending: undefined,
  };
}

/**
 * Ends the request without its changes: they wait again, below newer ones. A value that somebody else changed while the
 * request was under way waits for a decision.
 * @param unanswered the server may have stored them
 */
export function failed({ base, sending = {}, ...saves }: Saves, unanswered: boolean): Saves {
  const waiting = { ...saves.waiting };
  const clashes = { ...saves.clashes };
  for (const [place, { value, sent = [], over }] of Object.entries(sending)) {
    const mine = (waiting[place] ?? { value }).value;
    const ours = unanswered ? [...sent, value] : sent;
    const theirs = base.values[place];
    if (isSame(theirs, over) || [mine, ...ours].some((each) => isSame(each, theirs)))
      waiting[place] = { value: mine, sent: ours };
    else {
      delete waiting[place];
      clashes[place] = { mine, ...authorOf(base, place) };
    }
  }
  return { base, waiting, sending: undefined, clashes };
}

/**
 * Takes over a newer state of the server. A change of a value that somebody else changed meanwhile waits for a decision;
 * equal ones are done, the others stay.
 */
export function rebase(saves: Saves, base: Base): Saves {
  if (base.version < saves.base.version) return saves;
  const waiting: Record<string, Edit> = {};
  const clashes = { ...saves.clashes };
  for (const [place, { value, sent = [] }] of Object.entries(saves.waiting)) {
    const theirs = base.values[place];
    const underWay = saves.sending?.[place];
    if (isSame(theirs, value) && !underWay) continue;
    const isOurs = [...sent, ...(underWay ? [underWay.value] : [])].some((each) => isSame(each, theirs));
    if (isOurs) waiting[place] = { value };
    else if (isSame(theirs, saves.base.values[place])) waiting[place] = { value, sent };
    else clashes[place] = { mine: value, ...authorOf(base, place) };
  }
  for (const [place, { mine }] of Object.entries(saves.clashes))
    if (isSame(mine, base.values[place])) delete clashes[place];
  return { base, waiting, sending: saves.sending, clashes };
}

function authorOf({ trail }: Base, place: string): { by: string; at: string } {
  const author = trail[trailKey(place)];
  return { by: author?.name ?? '', at: author?.at ?? '' };
}

/** Returns the newer state of the server of which the answer 409 names the changes. */
export function changedBase(
  { values, trail }: Base,
  newer: number,
  changes: readonly ServerChange[],
  placeOf: PlaceOf,
): Base {
  const next = { ...trail };
  const edits: Record<string, unknown> = {};
  for (const { field, new: value, by, at } of changes) {
    const place = placeOf(field);
    if (place === undefined) continue;
    edits[place] = value;
    next[trailKey(place)] = { by: '', name: by, at };
  }
  return { version: newer, values: applied(values, edits), trail: next };
}

/** Decides a clash: the user's value is sent again, or the stored one stays. */
export function decide(saves: Saves, place: string, mine: boolean): Saves {
  const clash = saves.clashes[place];
  const rest = { ...saves, clashes: without(saves.clashes, [place]) };
  return clash && mine ? edit(rest, { [place]: clash.mine }) : rest;
}

/** Returns the values as the user sees them: those of the server below changes on their way. */
export function shown({ base, sending, waiting }: Saves): Values {
  const edits = { ...sending, ...waiting };
  return applied(base.values, Object.fromEntries(Object.entries(edits).map(([place, { value }]) => [place, value])));
}

/** Values of a group, `answers`, `facts` or `notes`, by item or fact. */
export function groupOf<T>(values: Values, group: 'answers' | 'facts' | 'notes'): Record<string, T> {
  const prefix = `${group}.`;
  return Object.fromEntries(
    Object.entries(values).flatMap(([place, value]) =>
      place.startsWith(prefix) ? [[place.slice(prefix.length), value as T]] : [],
    ),
  );
}

/** Number of values that the server does not have. */
export function unsavedCount({ waiting, sending, clashes }: Saves): number {
  return new Set([...Object.keys(waiting), ...Object.keys(sending ?? {}), ...Object.keys(clashes)]).size;
}

/** Returns the input of the request under way, besides id and version. */
export function requestOf(sending: Edits): Record<string, unknown> {
  const edits = Object.fromEntries(Object.entries(sending).map(([place, { value }]) => [place, value]));
  const groups = (['answers', 'facts', 'notes'] as const).flatMap((group) => {
    const values = groupOf(edits, group);
    return Object.keys(values).length > 0 ? [[group, values] as const] : [];
  });
  return { ...Object.fromEntries(groups), ...('prorate' in edits && { prorate: edits.prorate === true }) };
}
