import { type ComponentType, useCallback, useEffect, useState } from 'react';

/** Maximum wait of the map for an idle page, ms. */
const idleLimit = 2000;

type Loading<P> = { state: 'waiting' } | { state: 'failed' } | { state: 'loaded'; Component: ComponentType<P> };

/** Runs a function once the page is idle; returns the function that cancels it. */
export function whenIdle(run: () => void): () => void {
  // Safari has no requestIdleCallback before version 26.
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(run, { timeout: idleLimit });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(run, 200);
  return () => clearTimeout(timer);
}

/** Runs a function at once, for a page that is about its map. */
export function atOnce(run: () => void): undefined {
  run();
}

/**
 * Loads a chunk with a map; `retry` loads it again at once.
 * @param load the same function in every render
 */
export function useMapChunk<P>(
  load: () => Promise<{ default: ComponentType<P> }>,
  when: (run: () => void) => (() => void) | undefined,
): { loading: Loading<P>; retry: () => void } {
  const [loading, setLoading] = useState<Loading<P>>({ state: 'waiting' });
  const start = useCallback(() => {
    setLoading({ state: 'waiting' });
    load().then(
      (chunk) => setLoading({ state: 'loaded', Component: chunk.default }),
      () => setLoading({ state: 'failed' }),
    );
  }, [load]);
  useEffect(() => when(start), [when, start]);
  return { loading, retry: start };
}
