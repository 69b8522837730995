import { useEffect, useRef, useState } from 'react';
import { now } from '#web/core/now.ts';
import { listTime } from '#web/data/format.ts';
import { useScreen } from '#web/screen/screen.ts';

interface Stored<T> {
  /** When it was stored, ms since 1970. */
  at: number;
  draft: T;
}

/**
 * Holds what an editor page edits; unsaved input survives a reload, in this browser tab.
 * @param name of the draft among those of the page
 * @param first what the page begins with
 * @param isCurrent returns whether a stored draft belongs to what the page edits; of another version it is dropped
 */
export function useEditorDraft<T>(name: string, first: T, isCurrent: (stored: T) => boolean) {
  const stored = useScreen().draft<Stored<T>>(name);
  const [restored] = useState(() => {
    const former = stored.read();
    return former && isCurrent(former.draft) ? former : undefined;
  });
  const [draft, setDraft] = useState(restored?.draft ?? first);
  const [at, setAt] = useState(restored?.at);
  const last = useRef(draft);
  useEffect(() => {
    if (last.current === draft) return;
    last.current = draft;
    const time = now();
    stored.write({ at: time, draft });
    setAt(time);
  }, [draft, stored]);
  return {
    draft,
    setDraft,
    savedAt: at === undefined ? undefined : listTime(new Date(at).toISOString()),
    clear: () => {
      stored.clear();
      setAt(undefined);
    },
  };
}
