import { useEffect, useState } from 'react';

/**
 * Returns data of a public page, requested once without the shell's query client: undefined until loaded, `failed` on
 * error.
 */
export function useAnswer<T>(ask: (signal: AbortSignal) => Promise<T>): { data: T | undefined; failed: boolean } {
  const [answer, setAnswer] = useState<{ data: T | undefined; failed: boolean }>({ data: undefined, failed: false });
  const [first] = useState(() => ask);
  useEffect(() => {
    const abortController = new AbortController();
    first(abortController.signal).then(
      (data) => setAnswer({ data, failed: false }),
      () => !abortController.signal.aborted && setAnswer({ data: undefined, failed: true }),
    );
    return () => abortController.abort();
  }, [first]);
  return answer;
}
