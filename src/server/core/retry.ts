const passingCodes = new Set([
  '40001',
  '40P01',
  '25006',
  '57P01',
  '57P02',
  '57P03',
  '55P03',
  // Disk full on the database server: transient, like an outage.
  '53100',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
]);

function codeOf(error: unknown): string {
  for (let current = error; current instanceof Error; current = current.cause) {
    const code = (current as Error & { code?: unknown }).code;
    if (typeof code === 'string') return code;
  }
  return '';
}

/** Returns the SQLSTATE or errno of a database error, '' if it has none. */
export const sqlState = codeOf;

/** Returns the constraint or unique index named in a database error, '' if none. */
export function constraintOf(error: unknown): string {
  for (let current = error; current instanceof Error; current = current.cause) {
    const name = (current as Error & { constraint?: unknown }).constraint;
    if (typeof name === 'string') return name;
  }
  return '';
}

/** Returns whether the disk of the database or of this server is full. */
export function isDiskFull(error: unknown): boolean {
  return ['53100', 'ENOSPC', 'EDQUOT'].includes(codeOf(error));
}

/**
 * Returns whether a retry may succeed: serialization, deadlock, restart, failover, disk full, cut or refused
 * connection.
 */
export function isTransient(error: unknown): boolean {
  const code = codeOf(error);
  if (passingCodes.has(code) || code.startsWith('08')) return true;
  for (let current = error; current instanceof Error; current = current.cause) {
    if (
      /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error/i.test(
        current.message,
      )
    )
      return true;
  }
  return false;
}

/** Returns whether the database rejected the data itself (SQLSTATE class 22 or 23). */
export function isDataError(error: unknown): boolean {
  return /^2[23]/.test(codeOf(error));
}

/**
 * Runs `body` again after transient errors, waiting 50 ms to 2 s in between; `body` must be idempotent. Throws the last
 * error after `timeoutMs` (default 5 s).
 */
export async function withRetry<T>(body: () => Promise<T>, timeoutMs = 5000): Promise<T> {
  const start = Date.now();
  for (let wait = 50; ; wait = Math.min(wait * 2, 2000)) {
    try {
      return await body();
    } catch (error) {
      if (!isTransient(error) || Date.now() + wait - start > timeoutMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait * (0.5 + Math.random() / 2)));
    }
  }
}
