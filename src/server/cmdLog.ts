import { sql } from 'drizzle-orm';
import { failed, ok } from '#shared/codes.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { maskNumbers } from '#shared/mask.ts';
import { db } from './db.ts';
import type { RequestInfo } from './handlers.ts';
import { log } from './log.ts';
import { Problem } from './problem.ts';
import type { Viewer } from './viewer.ts';

const secret = /password|token|secret|captcha|code|verifier/i;
const personal =
  /idNo|mobile|phone|birthDate|address|name|note|allerg|chronic|medicine|flag|blood|doctor|hospital|remark|keyword/i;

/**
 * Input without secrets and with personal values masked, bounded in size. Why something was done stays readable, but for
 * the numbers in it.
 */
function masked(value: unknown, depth = 0, hide = false): unknown {
  if (typeof value === 'string') return hide ? maskText(value) : value.slice(0, 200);
  if (value === null || typeof value !== 'object') return value;
  if (depth > 4) return '…';
  if (Array.isArray(value)) return value.slice(0, 50).map((item) => masked(item, depth + 1, hide));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 60)
      .map(([key, item]) => [key, secret.test(key) ? '***' : maskedField(key, item, depth, hide)]),
  );
}

function maskedField(key: string, item: unknown, depth: number, hide: boolean): unknown {
  if (key === 'reason' && typeof item === 'string') return maskNumbers(item.slice(0, 200));
  return masked(item, depth + 1, hide || personal.test(key));
}

function maskText(text: string): string {
  return text.length <= 2 ? '**' : `${text[0]}***${text[text.length - 1]}`;
}

/** What a call was about: its id, the single one of its ids, or that of what it made. */
function objectOf(noun: string, input: unknown, value: unknown): { id: string | null; object: string } {
  const given = (input ?? {}) as { id?: unknown; ids?: unknown; jobId?: unknown; object?: unknown };
  const single = Array.isArray(given.ids) && given.ids.length === 1 ? given.ids[0] : undefined;
  const id = given.id ?? single ?? given.jobId ?? (value as { id?: unknown } | null)?.id;
  // A revealed field belongs to its object: customer 12, not field 12.
  const object = typeof given.object === 'string' ? given.object.slice(0, 40) : given.jobId ? 'job' : noun;
  return { id: typeof id === 'string' ? id : null, object };
}

/** Who says to be logging in: there is no session yet. */
function typedAccount(input: unknown): string | null {
  const account = (input as { account?: unknown } | null)?.account;
  return typeof account === 'string' ? account.slice(0, 50) : null;
}

/** Enters one call in the command log; a failing log is reported and never fails the call. */
export async function recordCommand(
  endpoint: Endpoint,
  viewer: Viewer,
  input: unknown,
  info: RequestInfo,
  durationMs: number,
  error: unknown,
  value: unknown,
): Promise<void> {
  const [, , noun = '', verb = ''] = endpoint.path.split('/');
  const { id, object } = objectOf(noun, input, value);
  const code = error === null ? ok : error instanceof Problem ? error.code : failed;
  // Whoever has just logged in is known from here on.
  const comer = viewer.userId === '0' && error === null ? typedAccount(input) : null;
  const sentence = error === null ? null : error instanceof Problem ? error.message : '服务器返回异常';
  try {
    await db.execute(sql`
      insert into cmd_log (user_id, account, user_name, department_id, module, action, object_type, object_id, method, path, ip, agent, input, duration_ms, code, error, trace_id)
      select coalesce(${viewer.userId === '0' ? null : viewer.userId}::bigint, u.id), coalesce(${viewer.account || typedAccount(input)}, u.account),
        coalesce(${viewer.name || null}, u.name), coalesce(${viewer.departmentId === '0' ? null : viewer.departmentId}::bigint, u.department_id),
        ${noun}, ${verb}, ${object}, ${id}, ${endpoint.method}, ${endpoint.path}, ${info.ip}, ${info.agent.slice(0, 300)},
        ${JSON.stringify(masked(input))}::jsonb, ${Math.round(durationMs)}, ${code}, ${sentence}, ${viewer.traceId}
      from (select 1) one left join "user" u on lower(u.account) = lower(${comer}::text) and u.deleted_at is null`);
  } catch (failure) {
    log.error({ err: failure, trace: viewer.traceId }, 'command log not written');
  }
}
