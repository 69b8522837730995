import { type RefObject, useEffect, useRef } from 'react';
import { type WarnEvent, type WarnRow, warnChanges, warnsLoaded } from '#features/warn/web/service.ts';
import { events, resets } from '#web/live/client.ts';
import { useLive } from '#web/live/live.ts';
import type { DataTableHandle } from '#web/table/types.ts';

/** Delay of the reload after the last change, ms; at most `maxDelayMs` after the first. */
const debounceMs = 400;
const maxDelayMs = 2000;

/**
 * Keeps a list of warns up to date: replaces shown rows at once, reloads for added and removed rows with scroll, focus
 * and selection kept. A background page reloads when it becomes active.
 */
export function useLiveList(table: RefObject<DataTableHandle<WarnRow> | null>, active: boolean): void {
  const stale = useRef(false);
  const due = useRef<{ timer: ReturnType<typeof setTimeout>; since: number } | null>(null);

  useLive((event: Partial<WarnEvent>) => {
    if (event.warn) table.current?.patch(event.warn);
  });

  useEffect(() => {
    if (!active)
      return warnChanges.on(() => {
        stale.current = true;
      });
    const reload = () => {
      due.current = null;
      table.current?.reload({ keepPlace: true });
    };
    const soon = () => {
      const now = Date.now();
      const since = due.current?.since ?? now;
      clearTimeout(due.current?.timer);
      due.current = { since, timer: setTimeout(reload, Math.max(0, Math.min(debounceMs, since + maxDelayMs - now))) };
    };
    if (stale.current) soon();
    stale.current = false;
    // The first fetch of the open warns is ignored: the list loaded at the same time. Later events count.
    let wasLoaded = warnsLoaded();
    const ends = [
      warnChanges.on(() => {
        if (wasLoaded) soon();
        wasLoaded = warnsLoaded();
      }),
      events.on((event) => ('warn' in event ? soon() : undefined)),
      resets.on(soon),
    ];
    return () => {
      for (const end of ends) end();
      clearTimeout(due.current?.timer);
      due.current = null;
    };
  }, [active, table]);
}
