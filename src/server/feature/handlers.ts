import type { Viewer } from '#server/core/viewer.ts';
import type { PoolName } from '#server/db/db.ts';
import type { Endpoint, InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';

/** What a handler may know of the request beside its input. */
export interface RequestInfo {
  ip: string;
  agent: string;
  token: string | null;
  /** The part `file` of an upload. */
  file: UploadedFile | null;
}

/** What somebody uploaded, in a file that lasts as long as the call. */
export interface UploadedFile {
  /** As the caller names it. */
  name: string;
  path: string;
  /** Bytes. */
  size: number;
}

type Answer<E> = E extends { list: true } ? Paged<OutputOf<E>> : OutputOf<E>;
// `list` is a plain boolean in the type of an endpoint, so a handler answers either rows or the value itself.
type Handler<E> = (viewer: Viewer, input: InputOf<E>, info: RequestInfo) => Promise<Answer<E> | Paged<OutputOf<E>>>;

export interface EndpointBinding {
  endpoint: Endpoint;
  /** Whose database connections it takes. */
  pool: PoolName;
  run: (viewer: Viewer, input: never, info: RequestInfo) => Promise<unknown>;
}

/** Calls that leave the connections of all the others: what an operator does with one alarm, and what reads many rows. */
interface PoolAssignment<C> {
  alarm?: readonly (keyof C & string)[];
  report?: readonly (keyof C & string)[];
}

/** Binds every endpoint of a contract to its function; a missing one is a type error. */
export function handlers<C extends Record<string, Endpoint>>(
  contract: C,
  functions: { [K in keyof C]: Handler<C[K]> },
  { alarm = [], report = [] }: PoolAssignment<C> = {},
): EndpointBinding[] {
  return Object.entries(contract).map(([name, endpoint]) => ({
    endpoint,
    pool: alarm.includes(name) ? 'alarm' : report.includes(name) ? 'report' : endpoint.list ? 'list' : 'web',
    run: functions[name] as EndpointBinding['run'],
  }));
}
