import { useState } from 'react';
import { useEditorDraft } from '#web/form/useEditorDraft.ts';
import type { RuleDraft } from './draft.ts';

/**
 * Holds what is edited of a rule.
 * @param version of the stored rule: a draft of another one is dropped
 */
export function useEdits(first: RuleDraft, version: number, editable: boolean) {
  const { draft, setDraft, savedAt, clear } = useEditorDraft(
    'rule',
    { version, rule: first },
    (stored) => editable && stored.version === version,
  );
  const [isNameTouched, setNameTouched] = useState(false);
  return {
    ...{ draft: draft.rule, savedAt, clear },
    change: (patch: Partial<RuleDraft>) => {
      if ('name' in patch) setNameTouched(true);
      setDraft((former) => ({ ...former, rule: { ...former.rule, ...patch } }));
    },
    /** Everything but the name is filled from the beginning: what is wrong there is said at once. */
    isTouched: (field: string) => field !== 'name' || isNameTouched,
  };
}
