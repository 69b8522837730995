import type { Endpoint, InputOf, OutputOf } from '#shared/endpoint.ts';
import type { TestApp } from './app.ts';
import { derivedCases } from './derivedCases.ts';
import type { Answer } from './http.ts';
import { aCustomer, next, type TestUser } from './rows.ts';

/** A department and a project. */
export interface Ownership {
  department: string;
  project: string;
}

/** A created record; `mark` appears in every answer that contains the record and in no other. */
export interface CreatedRecord {
  id: string;
  mark: string;
}

/** A kind of record with an ownership or an owner. */
export interface RecordKind {
  /** Table of the row, which must not change in a refused call. */
  table: string;
  /** Creates a record there; a personal one belongs to `owner`. */
  make(app: TestApp, place: Ownership, owner: TestUser): Promise<CreatedRecord>;
  /** Reason why its department is irrelevant. */
  anyDepartment?: string;
  /** Reason why its project is irrelevant. */
  anyProject?: string;
  /** True for a project itself: a user without a project list tests the department. */
  isProject?: boolean;
  /** How it gets an owner for the scope `self`: `made` by `make`, else by `created_by`. */
  ownedBy?: 'made' | 'entered';
  /** Reason why no user can own one. */
  noOwn?: string;
  /** Reason why users with the scope `self` see it regardless of its creator. */
  anyOwner?: string;
}

/** The caller and the ownership. */
export interface World {
  app: TestApp;
  user: TestUser;
  /** Owner of the record: the caller, or another user of the same ownership. */
  owner: TestUser;
  here: Ownership;
}

type Make<E> = (record: CreatedRecord, world: World) => Promise<InputOf<E>> | InputOf<E>;

interface Basics<E> {
  kind: string;
  /** Permissions the caller needs besides the endpoint's own, for the answer to contain the record. */
  with?: readonly string[];
  input: Make<E>;
  /** The caller has all projects: the endpoint requires it. */
  unbound?: boolean;
  /** Prepares the record so that the call can succeed. */
  ready?: (record: CreatedRecord, world: World) => Promise<unknown>;
  /** Reason why a user with the scope `self` cannot do it to an own record. */
  noOwn?: string;
  /** Part `file` of an upload. */
  file?: () => Promise<Buffer> | Buffer;
  /** Creates the caller of an endpoint for a key, of that ownership: its `token` is the key. */
  caller?: (app: TestApp, place: Ownership) => Promise<TestUser>;
}

/** The call is about the record: outside it answers like a missing one, and the row stays unchanged. */
interface Names<E> extends Basics<E> {
  how: 'names';
}

/** The call refers to the record besides its own object: outside the message is that of a missing one. */
interface Refers<E> extends Basics<E> {
  how: 'refers';
}

/** The answer contains the record: inside it has the mark, outside it has not. */
interface Shows<E> extends Basics<E> {
  how: 'shows';
  /** Returns the text to search, if not the answer itself. */
  text?: (data: OutputOf<E>, world: World) => Promise<string>;
}

/** The answer counts the record: inside one more, outside none. */
interface Counts<E> extends Basics<E> {
  how: 'counts';
  of: (data: OutputOf<E>, record: CreatedRecord) => number | null;
}

export type Check<E = Endpoint> = Names<E> | Refers<E> | Shows<E> | Counts<E>;

/** Authorization checks of an endpoint, or the reason why there are none. */
export type Cases<E = Endpoint> = { free: string } | { checks: readonly Check<E>[]; alsoFree?: Record<string, string> };

/** Authorization check of an HTTP handler outside the contracts (a file, the live stream, a call of an app). */
export interface HandlerTry extends Pick<Basics<unknown>, 'kind' | 'with' | 'ready'> {
  /** As for endpoints: the call is about the record, or its answer contains it. */
  how: 'names' | 'shows';
  /** Sends the request with the caller's token. */
  ask(record: CreatedRecord, world: World): Promise<Pick<Answer, 'status' | 'text'>>;
  /** Expected status without a token. */
  anonymousStatus: number;
  /**
   * Expected status for a user of the same ownership without the permissions in `with`, or the reason why it needs
   * none.
   */
  wrongRole: number | string;
  /** Creates the caller if it is no user: an app of the ownership, with or without the permission. */
  caller?(app: TestApp, place: Ownership, permitted: boolean): Promise<TestUser>;
}

export type HandlerCases = { free: string } | { tries: readonly HandlerTry[] };

export interface FeatureCases {
  endpoints: Readonly<Record<string, Endpoint>>;
  kinds: Readonly<Record<string, RecordKind>>;
  cases: Readonly<Record<string, Cases>>;
  /** Keys: method and path as registered. */
  handlers: Readonly<Record<string, HandlerCases>>;
}

declare module '#server/feature/manifest.ts' {
  interface FeatureExtensions {
    authorization: FeatureCases;
  }
}

/**
 * Declares the authorization cases of a contract. Those of plain endpoints follow from the contract: `derivedCases`.
 * Throws for an endpoint whose cases are neither declared nor derived.
 */
export function authorizationCases<C extends Record<string, Endpoint>>(
  endpoints: C,
  cases: { [K in keyof C]?: Cases<C[K]> },
  kinds: Readonly<Record<string, RecordKind>> = {},
  handlers: Readonly<Record<string, HandlerCases>> = {},
): FeatureCases {
  const declared = cases as Record<string, Cases>;
  const all = Object.entries(endpoints).map(([name, endpoint]): [string, Cases] => {
    const endpointCases = declared[name] ?? derivedCases(name, endpoint, Object.keys(kinds));
    if (!endpointCases) throw new Error(`${name} has no authorization cases`);
    return [name, endpointCases];
  });
  return { endpoints, kinds, handlers, cases: Object.fromEntries(all) };
}

/** Declares an endpoint without checks: it reads, names or writes no record with an ownership or owner, because … */
export function scopeFree(because: string): { free: string } {
  return { free: because };
}

type Options<E> = Partial<Pick<Basics<E>, 'with' | 'ready' | 'file' | 'unbound' | 'noOwn' | 'caller'>>;

/** Creates a check: the call is about a record of that kind. */
export function names<E>(kind: string, input: Make<E>, options: Options<E> = {}): Names<E> {
  return { how: 'names', kind, input, ...options };
}

/** Creates a check: the call refers to the record besides its own object. */
export function refers<E>(kind: string, input: Make<E>, options: Options<E> = {}): Refers<E> {
  return { how: 'refers', kind, input, ...options };
}

/** Creates a check: the answer contains the record. */
export function shows<E>(
  kind: string,
  input: Make<E>,
  options: Options<E> & { text?: Shows<E>['text'] } = {},
): Shows<E> {
  return { how: 'shows', kind, input, ...options };
}

/** Creates a check: the answer counts the record. */
export function counts<E>(kind: string, input: Make<E>, of: Counts<E>['of'], options: Options<E> = {}): Counts<E> {
  return { how: 'counts', kind, input, of, ...options };
}

/** Returns the kind of an uploaded file that only its owner may attach to a row of the feature. */
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

/** Adds a customer visible to the caller in every scope. */
export async function anAssignedCustomer({ app, here, user }: Pick<World, 'app' | 'here' | 'user'>): Promise<string> {
  const id = await aCustomer(app, { ...here });
  await app.sql('update customer set responsible_id = u.id from "user" u where customer.id = $1 and u.id = $2', [
    id,
    user.id,
  ]);
  return id;
}
