import { useEffect, useState } from 'react';

/** What a public page asks once, without the shell's query store: undefined until it has come, `failed` when it does not. */
export function useAnswer<T>(ask: (signal: AbortSignal) => Promise<T>): { data: T | undefined; failed: boolean } {
  const [answer, setAnswer] = useState<{ data: T | undefined; failed: boolean }>({ data: undefined, failed: false });
  const [first] = useState(() => ask);
  useEffect(() => {
    const giveUp = new AbortController();
    first(giveUp.signal).then(
      (data) => setAnswer({ data, failed: false }),
      () => !giveUp.signal.aborted && setAnswer({ data: undefined, failed: true }),
    );
    return () => giveUp.abort();
  }, [first]);
  return answer;
}
