import type { Endpoint, InputOf, OutputOf } from '#shared/endpoint.ts';
import type { TestApp } from './app.ts';
import type { Answer } from './http.ts';
import { next, type TestUser } from './rows.ts';

/** A department and a project. */
export interface Ownership {
  department: string;
  project: string;
}

/** What a record was made with; `mark` stands in every answer that tells of it and in no other. */
export interface CreatedRecord {
  id: string;
  mark: string;
}

/** A kind of record that has a place or an owner. */
export interface RecordKind {
  /** Its row is compared: a refused call leaves it as it was. */
  table: string;
  /** Makes one there; a personal one is the owner's. */
  make(app: TestApp, place: Ownership, owner: TestUser): Promise<CreatedRecord>;
  /** Why its department decides nothing. */
  anyDepartment?: string;
  /** Why its project decides nothing. */
  anyProject?: string;
  /** It is itself a project: somebody without a list of projects tries the department. */
  isProject?: boolean;
  /** How it becomes somebody's for the scope `self`: `made` with its owner, else entered by them (`created_by`). */
  ownedBy?: 'made' | 'entered';
  /** Why nobody has one of their own. */
  noOwn?: string;
  /** Why it reaches people of the scope `self` whoever entered it. */
  anyOwner?: string;
}

/** Who tries, and where. */
export interface World {
  app: TestApp;
  user: TestUser;
  /** Whose the record is: the caller's own, or somebody's in its place. */
  owner: TestUser;
  here: Ownership;
}

type Make<E> = (record: CreatedRecord, world: World) => Promise<InputOf<E>> | InputOf<E>;

interface Basics<E> {
  kind: string;
  /** Rights that the caller needs beside the endpoint's own for the answer to tell anything. */
  with?: readonly string[];
  input: Make<E>;
  /** The caller has all projects: the call is for such people alone. */
  unbound?: boolean;
  /** Brings the record where the call can succeed. */
  ready?: (record: CreatedRecord, world: World) => Promise<unknown>;
  /** Why somebody of the scope `self` cannot do it to a record of their own. */
  noOwn?: string;
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
  of: (data: OutputOf<E>, record: CreatedRecord) => number | null;
}

export type Check<E = Endpoint> = Names<E> | Refers<E> | Shows<E> | Counts<E>;

/** What is tried at one endpoint, or why there is nothing to try. */
export type Cases<E = Endpoint> = { free: string } | { checks: readonly Check<E>[]; alsoFree?: Record<string, string> };

/** What is tried at an HTTP handler outside the contracts (a file, the live stream, a call of an application). */
export interface HandlerTry extends Pick<Basics<unknown>, 'kind' | 'with' | 'ready'> {
  /** As with endpoints: it is about the record, or it tells of it. */
  how: 'names' | 'shows';
  /** Asks with the caller's token. */
  ask(record: CreatedRecord, world: World): Promise<Pick<Answer, 'status' | 'text'>>;
  /** The status for somebody without a token. */
  anonymousStatus: number;
  /** The status for somebody of the place without the rights of `with`, or why it asks for none. */
  wrongRole: number | string;
  /** Who calls where that is no person: an application of the place, with the right or without it. */
  caller?(app: TestApp, place: Ownership, permitted: boolean): Promise<TestUser>;
}

export type HandlerCases = { free: string } | { tries: readonly HandlerTry[] };

export interface FeatureCases {
  endpoints: Readonly<Record<string, Endpoint>>;
  kinds: Readonly<Record<string, RecordKind>>;
  cases: Readonly<Record<string, Cases>>;
  /** By method and address as they were registered. */
  handlers: Readonly<Record<string, HandlerCases>>;
}

declare module '#server/feature/manifest.ts' {
  interface FeatureExtensions {
    authorization: FeatureCases;
  }
}

/** The authorization cases of each call of a contract; a missing one is a type error. */
export function authorizationCases<C extends Record<string, Endpoint>>(
  endpoints: C,
  cases: { [K in keyof C]: Cases<C[K]> },
  kinds: Readonly<Record<string, RecordKind>> = {},
  handlers: Readonly<Record<string, HandlerCases>> = {},
): FeatureCases {
  return { endpoints, kinds, handlers, cases: cases as unknown as Record<string, Cases> };
}

/** No record with a department, a project or an owner is read, named or written, because … */
export function scopeFree(because: string): { free: string } {
  return { free: because };
}

type Options<E> = Partial<Pick<Basics<E>, 'with' | 'ready' | 'file' | 'unbound' | 'noOwn'>>;

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

/** A file that its owner alone may hang on a row of the feature. */
export function anUpload(subject: string): RecordKind {
  return {
    table: 'file',
    anyDepartment: 'an upload that hangs on nothing yet is its owner’s, wherever they work',
    anyProject: 'the same',
    ownedBy: 'made',
    async make(app, place, owner) {
      const name = `上传${next()}.pdf`;
      const [row] = await app.sql<{ id: string }>(
        `insert into file (hash, name, type, size, subject, rights, owner_id, department_id, project_id, created_at)
         values (repeat('0', 64), $1, 'application/pdf', 1, $2, '{}', $3, $4, $5, now()) returning id::text`,
        [name, subject, owner.id, place.department, place.project],
      );
      return { id: row?.id ?? '', mark: name };
    },
  };
}
