import pino from 'pino';

/** An error without the values that were in it: the query's parameters and the database's detail may be personal. */
function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: 'not an error' };
  const source = 'query' in error && error.cause instanceof Error ? error.cause : error;
  const { code, constraint, table } = source as Error & { code?: unknown; constraint?: unknown; table?: unknown };
  return { type: source.name, message: source.message, code, constraint, table, stack: source.stack };
}

/** Structured log on standard output. Never personal data, tokens or bodies. */
export const log = pino({
  level: process.env.LOG_LEVEL ?? 'info',
  base: null,
  serializers: { err: plainError },
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: { paths: ['*.password', '*.token', '*.authorization', 'req.headers.authorization'], censor: '***' },
});
