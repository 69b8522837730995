import { useEffect } from 'react';

/** Wait behind the first picture of a screen, ms: what it needs now goes before. */
const after = 2000;

/**
 * Fetches a part that is not needed yet once the screen stands, so that it neither holds the screen up nor is missing when
 * the network breaks later. A failure is met again, and told, when the part is really opened.
 */
export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), after);
    return () => clearTimeout(timer);
  }, [load]);
}
