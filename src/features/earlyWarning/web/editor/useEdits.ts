import { useEffect, useRef, useState } from 'react';
import { now } from '#web/core/now.ts';
import { listTime } from '#web/data/format.ts';
import { useScreen } from '#web/screen/screen.ts';
import type { RuleDraft } from './draft.ts';

interface Stored {
  version: number;
  at: number;
  draft: RuleDraft;
}

/**
 * Holds what is edited of a rule; unsaved input survives a reload, in this browser tab.
 * @param version of the stored rule: a draft of another one is dropped
 */
export function useEdits(first: RuleDraft, version: number, editable: boolean) {
  const stored = useScreen().draft<Stored>('rule');
  const [begun] = useState(() => {
    const former = editable ? stored.read() : undefined;
    return former?.version === version ? former : undefined;
  });
  const [draft, setDraft] = useState(begun?.draft ?? first);
  const [at, setAt] = useState(begun?.at);
  const [isNameTouched, setNameTouched] = useState(false);
  const last = useRef(draft);
  useEffect(() => {
    if (last.current === draft) return;
    last.current = draft;
    const time = now();
    stored.write({ version, at: time, draft });
    setAt(time);
  }, [draft, stored, version]);
  return {
    draft,
    change: (patch: Partial<RuleDraft>) => {
      if ('name' in patch) setNameTouched(true);
      setDraft((former) => ({ ...former, ...patch }));
    },
    /** Everything but the name is filled from the beginning: what is wrong there is said at once. */
    isTouched: (field: string) => field !== 'name' || isNameTouched,
    savedAt: at === undefined ? undefined : listTime(new Date(at).toISOString()),
    clear: () => {
      stored.clear();
      setAt(undefined);
    },
  };
}
