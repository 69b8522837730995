import pino from 'pino';
import { maskNumbers } from '#shared/mask.ts';

/** The database's words for bad input quote it; a library's may hold a phone or an address of mail. */
function plainText(text: string, code: unknown): string {
  const unquoted = typeof code === 'string' && code.startsWith('22') ? text.replace(/"[^"]*"/g, '"…"') : text;
  return maskNumbers(unquoted).replace(/[^\s@"'<>(]+@(?=[^\s@]+\.[a-z])/gi, '***@');
}

/** An error without the values that were in it: the query's parameters and the database's detail may be personal. */
export function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: 'not an error' };
  const source = 'query' in error && error.cause instanceof Error ? error.cause : error;
  const { code, constraint, table } = source as Error & { code?: unknown; constraint?: unknown; table?: unknown };
  const message = plainText(source.message, code);
  const stack = source.stack?.replace(source.message, () => message);
  return { type: source.name, message, code, constraint, table, stack };
}

/** Structured log on standard output. Never personal data, tokens or bodies. */
export const log = pino({
  level: process.env.LOG_LEVEL ?? 'info',
  base: null,
  serializers: { err: plainError },
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: { paths: ['*.password', '*.token', '*.authorization', 'req.headers.authorization'], censor: '***' },
});
