import { useEffect, useRef, useState } from 'react';
import { now } from '#web/core/now.ts';
import { listTime } from '#web/data/format.ts';
import { useScreen } from '#web/screen/screen.ts';
import type { Draft } from '../draft/draft.ts';

interface Stored {
  at: number;
  draft: Draft;
}

/** Steps that can be taken back. */
const maxSteps = 50;

/** Changes a draft; `step`: it can be taken back with 撤销, for what is more than typing. */
export type ChangeDraft = (change: (draft: Draft) => Draft, step?: 'step') => void;

/**
 * Holds the draft of a version. Unsaved input survives a reload, in this browser tab; that of another version is dropped.
 * @param first what the page begins with
 */
export function useScaleDraft(first: Draft) {
  const stored = useScreen().draft<Stored>('scale');
  const [begun] = useState(() => {
    const former = stored.read();
    return former?.draft.version === first.version ? former : undefined;
  });
  const [draft, setDraft] = useState(begun?.draft ?? first);
  const [at, setAt] = useState(begun?.at);
  const [steps, setSteps] = useState<readonly Draft[]>([]);
  const last = useRef(draft);
  const latest = useRef(draft);
  latest.current = draft;
  useEffect(() => {
    if (last.current === draft) return;
    last.current = draft;
    const time = now();
    stored.write({ at: time, draft });
    setAt(time);
  }, [draft, stored]);
  const change: ChangeDraft = (make, step) => {
    if (step) setSteps((former) => [...former, latest.current].slice(-maxSteps));
    setDraft(make);
  };
  return {
    draft,
    change,
    /** Takes the last step back; undefined where there is none. */
    undo:
      steps.length === 0
        ? undefined
        : () => {
            const former = steps.at(-1);
            setSteps(steps.slice(0, -1));
            if (former) setDraft(former);
          },
    savedAt: at === undefined ? undefined : listTime(new Date(at).toISOString()),
    clear: () => {
      stored.clear();
      setAt(undefined);
    },
  };
}
