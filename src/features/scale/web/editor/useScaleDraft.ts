import { useRef, useState } from 'react';
import { useEditorDraft } from '#web/form/useEditorDraft.ts';
import type { Draft } from '../draft/draft.ts';

/** Steps that can be taken back. */
const maxSteps = 50;

/** Changes a draft; `step`: it can be taken back with 撤销, for what is more than typing. */
export type ChangeDraft = (change: (draft: Draft) => Draft, step?: 'step') => void;

/**
 * Holds the draft of a version, with the steps that can be taken back; that of another version is dropped.
 * @param first what the page begins with
 */
export function useScaleDraft(first: Draft) {
  const { draft, setDraft, savedAt, clear } = useEditorDraft(
    'scale',
    first,
    ({ version }) => version === first.version,
  );
  const [steps, setSteps] = useState<readonly Draft[]>([]);
  const latest = useRef(draft);
  latest.current = draft;
  const change: ChangeDraft = (make, step) => {
    if (step) setSteps((former) => [...former, latest.current].slice(-maxSteps));
    setDraft(make);
  };
  const undo = () => {
    const former = steps.at(-1);
    setSteps(steps.slice(0, -1));
    if (former) setDraft(former);
  };
  return {
    ...{ draft, change, savedAt, clear },
    /** Takes the last step back; undefined where there is none. */
    undo: steps.length === 0 ? undefined : undo,
  };
}
