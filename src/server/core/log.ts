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
  const { code, constraint, table } = error as Error & { code?: unknown; constraint?: unknown; table?: unknown };
  const message = plainText(error.message, code);
  const stack = error.stack?.replace(error.message, () => message);
  return { type: error.name, message, code, constraint, table, stack };
}

/** Bytes that wait while nothing can be written, at most; what comes behind them is lost. */
const maxWaitingBytes = 1_000_000;
const output = pino.destination({ dest: 1, sync: true, maxLength: maxWaitingBytes });
// A full disk or a closed pipe loses lines, never the process: the next line tries again what waits.
output.on('error', () => undefined);
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

/** Structured log on standard output. Never personal data, tokens or bodies. */
export const log = pino(
  {
    level: process.env.LOG_LEVEL ?? 'info',
    base: null,
    serializers: { err: plainError },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['*.password', '*.token', '*.authorization', 'req.headers.authorization'], censor: '***' },
  },
  output,
);
