import type { Endpoint, InputOf, OutputOf } from '#shared/endpoint.ts';
import type { TestApp } from './app.ts';
import type { TestUser } from './rows.ts';

/** A department and a project. */
export interface Place {
  department: string;
  project: string;
}

/** What a record was made with; `mark` stands in every answer that tells of it and in no other. */
export interface Made {
  id: string;
  mark: string;
}

/** A kind of record that has a place or an owner. */
export interface RecordKind {
  /** Its row is compared: a refused call leaves it as it was. */
  table: string;
  /** Makes one there; a personal one is the owner's. */
  make(app: TestApp, place: Place, owner: TestUser): Promise<Made>;
  /** Why its department decides nothing. */
  anyDepartment?: string;
  /** Why its project decides nothing. */
  anyProject?: string;
  /** It is itself a project: somebody without a list of projects tries the department. */
  isProject?: boolean;
}

/** Who tries, and where. */
export interface World {
  app: TestApp;
  user: TestUser;
  here: Place;
}

type Make<E> = (made: Made, world: World) => Promise<InputOf<E>> | InputOf<E>;

interface Basics<E> {
  kind: string;
  /** Rights that the caller needs beside the endpoint's own for the answer to tell anything. */
  with?: readonly string[];
  input: Make<E>;
  /** The caller has all projects: the call is for such people alone. */
  unbound?: boolean;
  /** Brings the record where the call can succeed. */
  ready?: (made: Made, world: World) => Promise<unknown>;
  /** The part `file` of an upload. */
  file?: () => Promise<Buffer> | Buffer;
}

/** The call is about the record: outside it is not found, as if it did not exist, and stays as it was. */
interface Names<E> extends Basics<E> {
  how: 'names';
}

/** The call refers to the record beside its own: outside it is refused in the words for a missing one. */
interface Refers<E> extends Basics<E> {
  how: 'refers';
}

/** The answer tells of the record: inside it holds the mark, outside it does not. */
interface Shows<E> extends Basics<E> {
  how: 'shows';
  /** The text that is looked through, when it is not the answer itself. */
  text?: (data: OutputOf<E>, world: World) => Promise<string>;
}

/** The answer counts the record: inside by one, outside not at all. */
interface Counts<E> extends Basics<E> {
  how: 'counts';
  of: (data: OutputOf<E>, made: Made) => number | null;
}

export type Check<E = Endpoint> = Names<E> | Refers<E> | Shows<E> | Counts<E>;

/** What is tried at one endpoint, or why there is nothing to try. */
export type Reach<E = Endpoint> = { free: string } | { checks: readonly Check<E>[]; alsoFree?: Record<string, string> };

export interface RoomReach {
  endpoints: Readonly<Record<string, Endpoint>>;
  kinds: Readonly<Record<string, RecordKind>>;
  cases: Readonly<Record<string, Reach>>;
}

/** Declares how far each call of a contract reaches; a missing one is a type error. */
export function reachOf<C extends Record<string, Endpoint>>(
  endpoints: C,
  cases: { [K in keyof C]: Reach<C[K]> },
  kinds: Readonly<Record<string, RecordKind>> = {},
): RoomReach {
  return { endpoints, kinds, cases: cases as unknown as Record<string, Reach> };
}

/** No record with a department, a project or an owner is read, named or written, because … */
export function scopeFree(because: string): { free: string } {
  return { free: because };
}

type Options<E> = Partial<Pick<Basics<E>, 'with' | 'ready' | 'file' | 'unbound'>>;

/** A case of one check: the call is about the record of that kind. */
export function names<E>(kind: string, input: Make<E>, options: Options<E> = {}): Names<E> {
  return { how: 'names', kind, input, ...options };
}

/** One check: the call refers to the record beside its own. */
export function refers<E>(kind: string, input: Make<E>, options: Options<E> = {}): Refers<E> {
  return { how: 'refers', kind, input, ...options };
}

/** One check: the answer tells of the record. */
export function shows<E>(
  kind: string,
  input: Make<E>,
  options: Options<E> & { text?: Shows<E>['text'] } = {},
): Shows<E> {
  return { how: 'shows', kind, input, ...options };
}

/** One check: the answer counts the record. */
export function counts<E>(kind: string, input: Make<E>, of: Counts<E>['of'], options: Options<E> = {}): Counts<E> {
  return { how: 'counts', kind, input, of, ...options };
}
