import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';
import { log } from '#server/core/log.ts';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { rememberRows, rowDigest } from '#server/db/log/logWritten.ts';
import { withPartitions } from '#server/db/partitions.ts';
import { failed, ok } from '#shared/codes.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { cutText, maskNumbers, maskText, storable } from '#shared/mask.ts';
import type { RequestInfo } from './handlers.ts';

const secret = /password|token|secret|captcha|code|verifier|entryNote|^config$|^subscription$/i;
const personal =
  /idNo|mobile|phone|birthDate|address|name|account|mail|note|allerg|chronic|medicine|flag|blood|doctor|hospital|remark|keyword|^number$/i;

/**
 * Removes secrets, masks personal values, limits the size and drops characters that the database cannot store. In
 * `reason` only numbers are masked.
 */
function masked(value: unknown, depth = 0, hide = false): unknown {
  if (typeof value === 'string') return hide ? maskText(value) : storable(cutText(value, 200));
  if (value === null || typeof value !== 'object') return value;
  if (depth > 4) return '…';
  if (Array.isArray(value)) return value.slice(0, 50).map((item) => masked(item, depth + 1, hide));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 60)
      .map(([key, item]) => [
        storable(cutText(key, 60)),
        secret.test(key) ? '***' : maskedField(key, item, depth, hide),
      ]),
  );
}

function maskedField(key: string, item: unknown, depth: number, hide: boolean): unknown {
  if (key === 'reason' && typeof item === 'string') return maskNumbers(storable(cutText(item, 200)));
  return masked(item, depth + 1, hide || personal.test(key));
}

/** Returns the input of a call for the log; texts that are stored encrypted are hidden. */
function loggedInput({ input: schema }: Endpoint, input: unknown): unknown {
  const properties = (schema as { properties?: Readonly<Record<string, { unlogged?: true }>> }).properties ?? {};
  if (input === null || typeof input !== 'object') return masked(input);
  const hidden = Object.entries(input).map(([key, value]) => [
    key,
    properties[key]?.unlogged ? hiddenText(value) : value,
  ]);
  return masked(Object.fromEntries(hidden));
}

const hiddenText = (value: unknown) => (value === null ? null : '***');

/** Returns the object of a call: its id, its only id in `ids`, the id of the created row, or else its customer. */
function objectOf(noun: string, input: unknown, value: unknown): { id: string | null; object: string } {
  const fields = (input ?? {}) as Partial<Record<'id' | 'ids' | 'jobId' | 'object' | 'customerId', unknown>>;
  const single = Array.isArray(fields.ids) && fields.ids.length === 1 ? fields.ids[0] : undefined;
  const id = fields.id ?? single ?? fields.jobId ?? (value as { id?: unknown } | null)?.id;
  if (id === undefined && typeof fields.customerId === 'string') return { id: fields.customerId, object: 'customer' };
  // A revealed field belongs to its object: log customer 12, not field 12.
  const object = typeof fields.object === 'string' ? storable(cutText(fields.object, 40)) : fields.jobId ? 'job' : noun;
  return { id: typeof id === 'string' ? id : null, object };
}

/** Returns the account typed at a login, which has no session yet. */
function typedAccount(input: unknown): string | null {
  const account = (input as { account?: unknown } | null)?.account;
  return typeof account === 'string' ? storable(account.slice(0, 50)) : null;
}

/** A call that writes an entry in the command log. */
export interface LoggedRequest {
  endpoint: Endpoint;
  viewer: Viewer;
  input: unknown;
  info: RequestInfo;
  /** `performance.now()` at the start of the call. */
  started: number;
  /** The entry was committed together with the change. */
  entered?: boolean;
}

const calls = new AsyncLocalStorage<LoggedRequest | undefined>();

/** Inserts one log row; `change`: only if the open transaction has written something. */
function entry(call: LoggedRequest, error: unknown, value: unknown, change = false) {
  const { endpoint, viewer, input, info } = call;
  const [, , noun = '', verb = ''] = endpoint.path.split('/');
  const { id, object } = objectOf(noun, input, value);
  const code = error === null ? ok : error instanceof Problem ? error.code : failed;
  const typed = viewer.kind === 'nobody' ? typedAccount(input) : null;
  // After a successful login the user is known. An unknown account is masked: it may be a password in the wrong field.
  const comer = error === null ? typed : null;
  const sentence = error === null ? null : error instanceof Problem ? error.logged : '服务器返回异常';
  return sql<{ id: string; digest: Buffer }>`
    insert into cmd_log (user_id, account, user_name, department_id, module, action, object_type, object_id, method, path, ip, agent, input, duration_ms, code, error, trace_id)
    select coalesce(${viewer.userId === '0' ? null : viewer.userId}::bigint, u.id), coalesce(${viewer.account || null}, k.account, ${typed === null ? null : maskText(typed)}),
      coalesce(${viewer.name || null}, u.name), coalesce(${viewer.departmentId === '0' ? null : viewer.departmentId}::bigint, u.department_id),
      ${noun}, ${verb}, ${object}, ${id}, ${endpoint.method}, ${endpoint.path}, ${info.ip}, ${info.agent.slice(0, 300)},
      ${JSON.stringify(loggedInput(endpoint, input))}::jsonb, ${Math.round(performance.now() - call.started)}, ${code}, ${sentence}, ${viewer.traceId}
    from (select 1) one left join "user" k on lower(k.account) = lower(${typed}::text) and k.deleted_at is null
      left join "user" u on u.id = k.id and ${comer}::text is not null
    where ${!change} or pg_current_xact_id_if_assigned() is not null
    returning id::text, ${rowDigest('cmd_log')} as digest`;
}

/** Writes the entry of a call on its own, outside a change. */
async function enterAlone(call: LoggedRequest, error: unknown, value: unknown): Promise<void> {
  const rows = await withPartitions(() => db.returning(entry(call, error, value)));
  rememberRows(rows.map((row) => ({ ...row, log: 'cmd_log' })));
}

/**
 * Writes the current call into the command log, in the transaction of its first change: without the log entry there is
 * no change. Run the returned function after the commit. Does nothing outside a call or the second time.
 */
export async function logCommand(tx: Db, value: unknown): Promise<() => void> {
  const call = calls.getStore();
  if (!call || call.entered) return () => undefined;
  const rows = await tx.returning(entry(call, null, value, true));
  return () => {
    call.entered = rows.length === 1;
  };
}

/** Runs internal work of the server during a call, without an entry of that call. */
export function withoutCommandLog<T>(run: () => Promise<T>): Promise<T> {
  return calls.run(undefined, run);
}

/**
 * Runs a call with a command log entry: with its change, else (a reveal, a file, a login) before the response. A
 * refusal is logged afterwards; if that fails, the error is reported and the refusal sent unchanged.
 */
export async function withCommandLog<T>(call: LoggedRequest, run: () => Promise<T>): Promise<T> {
  let value: T;
  try {
    value = await calls.run(call, run);
  } catch (error) {
    await enterAlone(call, error, null).catch((failure: unknown) =>
      log.error({ err: failure, trace: call.viewer.traceId }, 'command log not written'),
    );
    throw error;
  }
  if (!call.entered) await enterAlone(call, null, value);
  return value;
}
