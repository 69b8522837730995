import { Problem } from './problem.ts';

/**
 * At most `most` runs of heavy work at once on this node; the others wait their turn, in order. 503 for one that finds
 * `maxWaitingBytes` before it.
 */
export function limitConcurrency(
  max: number,
  maxWaiting = Number.POSITIVE_INFINITY,
): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (waiting.length >= maxWaiting) throw new Problem(503, '服务繁忙，请稍后再试');
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
