import { useEffect, useEffectEvent, useRef } from 'react';
import { events, resets } from '#web/live/client.ts';

/** Delay of a reload after the last change, ms; at most `maxDelayMs` after the first. */
const debounceMs = 400;
const maxDelayMs = 2000;

/** Calls `load` after changes of warnings; on a page in the background when it comes to the front. */
export function useLiveReload(load: () => void, active = true): void {
  const due = useRef<{ timer: ReturnType<typeof setTimeout>; since: number } | null>(null);
  const stale = useRef(false);
  const run = useEffectEvent(() => {
    due.current = null;
    load();
  });
  useEffect(() => {
    const soon = () => {
      if (!active) {
        stale.current = true;
        return;
      }
      const now = Date.now();
      const since = due.current?.since ?? now;
      clearTimeout(due.current?.timer);
      due.current = { since, timer: setTimeout(run, Math.max(0, Math.min(debounceMs, since + maxDelayMs - now))) };
    };
    if (active && stale.current) soon();
    if (active) stale.current = false;
    const ends = [events.on((event) => ('earlyWarning' in event ? soon() : undefined)), resets.on(soon)];
    return () => {
      for (const end of ends) end();
      clearTimeout(due.current?.timer);
      due.current = null;
    };
  }, [active]);
}
