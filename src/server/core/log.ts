import pino from 'pino';
import { maskNumbers } from '#shared/mask.ts';

/**
 * Removes values from an error text: the database quotes invalid input; a library may include a phone number or mail
 * address.
 */
function plainText(text: string, code: unknown): string {
  const unquoted = typeof code === 'string' && code.startsWith('22') ? text.replace(/"[^"]*"/g, '"…"') : text;
  return maskNumbers(unquoted).replace(/[^\s@"'<>(]+@(?=[^\s@]+\.[a-z])/gi, '***@');
}

/** Returns an error without values: query parameters and the database's detail may be personal. */
export function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: 'not an error' };
  const { code, constraint, table } = error as Error & { code?: unknown; constraint?: unknown; table?: unknown };
  const message = plainText(error.message, code);
  const stack = error.stack?.replace(error.message, () => message);
  return { type: error.name, message, code, constraint, table, stack };
}

/** Maximum bytes buffered while writing fails; further lines are lost. */
const maxWaitingBytes = 1_000_000;
const output = pino.destination({ dest: 1, sync: true, maxLength: maxWaitingBytes });
// A full disk or a closed pipe loses lines but never ends the process: the next line retries the buffer.
output.on('error', () => undefined);
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

/** Structured log on standard output. Never log personal data, tokens or bodies. */
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
