// api: calls and their outcome, and the session that they use.

import { failed, forbidden, ok, sessionOver } from '#shared/codes.ts';
import type { Endpoint, InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Envelope, Paged } from '#shared/envelope.ts';
import { recordServerTime } from '#web/core/now.ts';
import { beginPending } from '#web/core/pendingLoads.ts';
import { texts } from '#web/core/texts.ts';
import { toast } from '#web/message/message.tsx';
import { recordEnding } from './ending.ts';
import { closeSession, session } from './session.ts';

/** Error of a call that did not end with code 0. */
export class ApiError extends Error {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  readonly traceId: string | undefined;

  constructor(fault: { code: number; msg: string; data?: unknown; status: number; traceId?: string }) {
    super(fault.msg);
    this.name = 'ApiError';
    this.code = fault.code;
    this.msg = fault.msg;
    this.data = fault.data;
    this.status = fault.status;
    this.traceId = fault.traceId;
  }
}

export interface ApiOptions {
  signal?: AbortSignal;
  /** Route of the screen whose first call this is: a refusal (40050) leads to /exception/403. */
  first?: string;
  /** A session that is over is treated like any refusal: no dialog, no second try. */
  atOnce?: boolean;
  /** Needs no session. */
  open?: boolean;
}

/** Asks the user to log in again; true if the same user did, so that waiting calls are repeated. */
type AskLogin = () => Promise<boolean>;
let askLogin: AskLogin = async () => {
  closeSession();
  return false;
};

/** Sets what is shown when a session is over (40026). */
export function onSessionOver(ask: AskLogin): void {
  askLogin = ask;
}

let refused: () => void = () => undefined;

/** Sets what runs after a refusal (40050), because the user's permissions may have changed. */
export function onRefused(tell: () => void): void {
  refused = tell;
}

/**
 * Calls an endpoint of a contract.
 * @returns its `data`
 * @throws CallError if the code is not 0 or there is no answer; the signal's reason if it was aborted
 */
export async function callApi<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: ApiOptions = {},
): Promise<OutputOf<E>> {
  return (await envelopeOf<OutputOf<E>>(endpoint, input, options)).data;
}

/** Calls a list endpoint: one page of rows and the total. Throws like `call`. */
export function callListApi<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: ApiOptions = {},
): Promise<Paged<OutputOf<E>>> {
  return callTableApi(endpoint, input, options);
}

/** Calls a list endpoint with an input that a table built from its filters. */
export async function callTableApi<E extends Endpoint>(
  endpoint: E,
  input: unknown,
  options: ApiOptions = {},
): Promise<Paged<OutputOf<E>>> {
  const { data, count } = await envelopeOf<OutputOf<E>[]>(endpoint, input, options);
  return { rows: data, count: count ?? data.length };
}

/** Calls by path only: for the session's own calls and uploads (`FormData`). Throws like `call`. */
export async function send<T>(
  method: 'GET' | 'POST',
  path: string,
  input: unknown,
  options: ApiOptions = {},
): Promise<T> {
  return (await envelopeOf<T>({ method, path, permission: options.open ? 'public' : 'login' }, input, options)).data;
}

/** Sends a request with the session's headers; the caller reads the answer. */
function fetchWithSession(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('X-Requested-With', 'XMLHttpRequest');
  const { token } = session();
  if (token) headers.set('Authorization', `Bearer ${token}`);
  // No time limit: the user decides how long to wait on a slow connection (specification section 9).
  return fetch(path, { ...init, headers });
}

type Target = Pick<Endpoint, 'method' | 'path' | 'permission'> & { inQuery?: boolean };

async function envelopeOf<T>(target: Target, input: unknown, options: ApiOptions): Promise<Envelope<T>> {
  if (target.permission !== 'public' && !session().token) throw refuseWithoutToken();
  const sendOnce = () => once<T>(target, input, options.signal);
  if (target.permission === 'public' || options.atOnce) return sendOnce();
  try {
    return await repeated(sendOnce, options.signal);
  } catch (error) {
    if (error instanceof ApiError && error.code === forbidden) {
      refused();
      if (options.first !== undefined) showForbidden(options.first, target.permission);
    }
    throw error;
  }
}

/** Sends a call; if the session is over, waits with all other calls for the login and sends it once more. */
async function repeated<T>(sendOnce: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const sentWith = session().token;
  try {
    return await sendOnce();
  } catch (error) {
    const over = error instanceof ApiError && error.code === sessionOver;
    if (over) recordEnding(sentWith, error);
    // Without a session there is no login dialog, e.g. for a logo on the login page.
    if (!over || !sentWith || !(await loggedInAgain(sentWith))) throw error;
    signal?.throwIfAborted();
    return sendOnce();
  }
}

/** Fetches the content of a file with the session's headers. Throws like `call`. */
export function fetchContent(path: string, signal?: AbortSignal): Promise<Blob> {
  return repeated(async () => {
    const answer = await fetchWithSession(path, { signal });
    if (answer.ok) return answer.blob();
    envelopeIn(await answer.text(), answer.status, answer.headers.get('X-Trace-Id') ?? undefined);
    throw new ApiError({ code: failed, msg: texts.serverFault, status: answer.status });
  }, signal);
}

async function once<T>(target: Target, input: unknown, signal?: AbortSignal): Promise<Envelope<T>> {
  const { method } = target;
  const { url, body, headers } = encode(target, input);
  let answer: Response;
  let text: string;
  const came = beginPending();
  try {
    answer = await fetchWithSession(url, { method, body, headers, signal });
    text = await answer.text();
  } catch (error) {
    signal?.throwIfAborted();
    throw new ApiError({ code: failed, msg: texts.noConnection, status: 0, data: error });
  } finally {
    came();
  }
  // The header has whole seconds, so half a second is added.
  recordServerTime(Date.parse(answer.headers.get('Date') ?? '') + 500, 1500);
  return envelopeIn<T>(text, answer.status, answer.headers.get('X-Trace-Id') ?? undefined);
}

/**
 * Parses an answer's text.
 * @throws CallError if it is empty, no envelope, or its code is not 0
 */
export function envelopeIn<T>(text: string, status: number, traceId?: string): Envelope<T> {
  if (text.trim() === '') throw new ApiError({ code: failed, msg: texts.emptyResponse, status, traceId });
  let envelope: Partial<Envelope<T>> & { message?: string };
  try {
    envelope = JSON.parse(text);
  } catch {
    throw new ApiError({ code: failed, msg: texts.serverFault, status, traceId });
  }
  if (typeof envelope?.code !== 'number') throw new ApiError({ code: failed, msg: texts.serverFault, status, traceId });
  if (envelope.code === ok) return envelope as Envelope<T>;
  const msg = envelope.msg || envelope.message || texts.failed;
  throw new ApiError({ code: envelope.code, msg, data: envelope.data, status, traceId });
}

function encode(
  { method, path, inQuery = method === 'GET' }: Target,
  input: unknown,
): { url: string; body?: BodyInit; headers?: HeadersInit } {
  if (inQuery) {
    const query = new URLSearchParams(input as Record<string, string>).toString();
    return { url: query ? `${path}?${query}` : path };
  }
  if (input instanceof FormData) return { url: path, body: input };
  return { url: path, body: JSON.stringify(input ?? {}), headers: { 'Content-Type': 'application/json' } };
}

let asking: Promise<boolean> | undefined;

/**
 * Returns whether the same user is logged in again. One dialog serves all waiting calls; a call sent with an older
 * token is only repeated.
 */
export async function loggedInAgain(sentWith: string | undefined): Promise<boolean> {
  const { token } = session();
  if (token && token !== sentWith) return true;
  asking ??= askLogin().finally(() => {
    asking = undefined;
  });
  return asking;
}

function refuseWithoutToken(): ApiError {
  toast.warning(texts.pleaseLogin);
  closeSession();
  return new ApiError({ code: sessionOver, msg: texts.pleaseLogin, status: 401 });
}

/**
 * Opens the 403 page with the refused address and the missing permission, so that it can name both and link back. Does
 * nothing if the user has left the page.
 */
function showForbidden(route: string, permission: string): void {
  const from = location.hash.slice(1);
  if (!session().token || from.split('?')[0] !== route) return;
  location.replace(`#/exception/403?${new URLSearchParams({ from, right: permission })}`);
}
