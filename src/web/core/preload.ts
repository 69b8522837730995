import { useEffect } from 'react';
import { idleFor } from './pendingLoads.ts';

/** Idle time of the page before a preload, ms: needed loads go first. */
const restAfter = 2000;
/** Maximum delay on a page that is never idle, ms. */
const latest = 20_000;

/**
 * Preloads a part once the page is idle, so that it does not delay the screen and is available if the network breaks
 * later. A failed load is repeated and reported when the part is opened.
 */
export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => {
    const since = performance.now();
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      const waited = performance.now() - since;
      const remaining = Math.min(restAfter - Math.min(idleFor(), waited), latest - waited);
      if (remaining > 0) timer = setTimeout(look, Math.max(remaining, 50));
      else void load().catch(() => undefined);
    };
    look();
    return () => clearTimeout(timer);
  }, [load]);
}
