import type { Viewer } from '#server/core/viewer.ts';
import type { PoolName } from '#server/db/db.ts';
import type { Endpoint, InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';

/** Facts of the request besides its input. */
export interface RequestInfo {
  ip: string;
  agent: string;
  token: string | null;
  /** Origin by which the caller reached the product, as a trusted proxy names it. */
  origin?: string;
  /** Part `file` of a multipart upload. */
  file: UploadedFile | null;
}

/** An uploaded file on disk, deleted after the call. */
export interface UploadedFile {
  /** File name as the caller sent it. */
  name: string;
  path: string;
  /** Bytes. */
  size: number;
}

type Answer<E> = E extends { list: true } ? Paged<OutputOf<E>> : OutputOf<E>;
// `list` is a plain boolean in the type of an endpoint, so a handler returns either rows or the value itself.
type Handler<E> = (viewer: Viewer, input: InputOf<E>, info: RequestInfo) => Promise<Answer<E> | Paged<OutputOf<E>>>;

export interface EndpointBinding {
  endpoint: Endpoint;
  /** Pool of database connections for this endpoint. */
  pool: PoolName;
  run: (viewer: Viewer, input: never, info: RequestInfo) => Promise<unknown>;
}

/** Endpoints with a pool for themselves: actions on one warn (`alarm`), and reads of many rows (`report`). */
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
