import { failed } from '#shared/codes.ts';
import { ApiError } from './request.ts';

interface Options {
  /** Maximum wait for an answer, ms. */
  within: number;
  /** Total number of tries. */
  tries: number;
  /** Called after each try without an answer, before the next one. */
  onMiss: () => void;
}

/**
 * Sends a repeatable call until it is answered. After a refused connection it also waits for the rest of `within`.
 * @throws CallError the server's refusal, or with status 0 after the last try
 */
export async function insist<T>(send: (signal: AbortSignal) => Promise<T>, options: Options): Promise<T> {
  const { within, tries, onMiss } = options;
  for (let sent = 1; ; sent++) {
    const limit = AbortSignal.timeout(within);
    try {
      return await send(limit);
    } catch (error) {
      const answered = error instanceof ApiError && error.status > 0;
      if (answered || !(limit.aborted || error instanceof ApiError)) throw error;
      if (sent >= tries) throw new ApiError({ code: failed, msg: '服务器没有应答', status: 0, data: error });
      onMiss();
      if (!limit.aborted) await new Promise((resolve) => limit.addEventListener('abort', resolve, { once: true }));
    }
  }
}
