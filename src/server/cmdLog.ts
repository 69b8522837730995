import { sql } from 'drizzle-orm';
import { failed, ok } from '#shared/codes.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { db } from './db.ts';
import type { RequestInfo } from './handlers.ts';
import { log } from './log.ts';
import { Problem } from './problem.ts';
import type { Viewer } from './viewer.ts';

const secret = /password|token|secret|captcha|code|verifier/i;
const personal =
  /idNo|mobile|phone|birthDate|address|name|note|reason|allerg|chronic|medicine|flag|blood|doctor|hospital|remark|keyword/i;

/** Input without secrets and with personal values masked, bounded in size. */
function masked(value: unknown, depth = 0, hide = false): unknown {
  if (typeof value === 'string') return hide ? maskText(value) : value.slice(0, 200);
  if (value === null || typeof value !== 'object') return value;
  if (depth > 4) return '…';
  if (Array.isArray(value)) return value.slice(0, 50).map((item) => masked(item, depth + 1, hide));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 60)
      .map(([key, item]) => [key, secret.test(key) ? '***' : masked(item, depth + 1, hide || personal.test(key))]),
  );
}

function maskText(text: string): string {
  return text.length <= 2 ? '**' : `${text[0]}***${text[text.length - 1]}`;
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
  const id = (input as { id?: unknown } | null)?.id ?? (value as { id?: unknown } | null)?.id;
  const code = error === null ? ok : error instanceof Problem ? error.code : failed;
  const sentence = error === null ? null : error instanceof Problem ? error.message : '服务器返回异常';
  try {
    await db.execute(sql`
      insert into cmd_log (user_id, account, user_name, department_id, module, action, object_type, object_id, method, path, ip, agent, input, duration_ms, code, error, trace_id)
      values (${viewer.userId === '0' ? null : viewer.userId}, ${viewer.account || null}, ${viewer.name || null}, ${viewer.departmentId === '0' ? null : viewer.departmentId},
        ${noun}, ${verb}, ${noun}, ${typeof id === 'string' ? id : null}, ${endpoint.method}, ${endpoint.path}, ${info.ip}, ${info.agent.slice(0, 300)},
        ${JSON.stringify(masked(input))}::jsonb, ${Math.round(durationMs)}, ${code}, ${sentence}, ${viewer.traceId})`);
  } catch (failure) {
    log.error({ err: failure, trace: viewer.traceId }, 'command log not written');
  }
}
