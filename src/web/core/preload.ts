import { useEffect } from 'react';
import { idleFor } from './pendingLoads.ts';

/** The page must have been at rest for this long, ms: what it needs now goes before. */
const restAfter = 2000;
/** A page that is never at rest gets the part after this, ms. */
const latest = 20_000;

/**
 * Fetches a part that is not needed yet once the screen stands and rests, so that it neither holds the screen up nor is
 * missing when the network breaks later. A failure is met again, and told, when the part is really opened.
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
