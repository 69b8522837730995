const passingCodes = new Set([
  '40001',
  '40P01',
  '25006',
  '57P01',
  '57P02',
  '57P03',
  '55P03',
  // No room on the disk of the database: as an outage, it ends.
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

/** SQLSTATE or errno of a database error, '' when it has none. */
export const sqlState = codeOf;

/** Name of the constraint or unique index that a database error tells of, '' when it tells of none. */
export function constraintOf(error: unknown): string {
  for (let current = error; current instanceof Error; current = current.cause) {
    const name = (current as Error & { constraint?: unknown }).constraint;
    if (typeof name === 'string') return name;
  }
  return '';
}

/** Whether the database, or the disk here, has no room left. */
export function isDiskFull(error: unknown): boolean {
  return ['53100', 'ENOSPC', 'EDQUOT'].includes(codeOf(error));
}

/** Whether the same work may succeed a moment later: serialisation, deadlock, restart, failover, no room, cut or refused connection. */
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

/** Whether the data itself was refused (SQLSTATE class 22 or 23). */
export function isDataError(error: unknown): boolean {
  return /^2[23]/.test(codeOf(error));
}

/**
 * Runs `body` again after passing errors, waiting 50 ms to 2 s in between; `body` must be idempotent.
 * Gives up after `patience` ms (default 5 s) with the last error.
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
