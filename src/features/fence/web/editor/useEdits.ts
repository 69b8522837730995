import { useEffect, useRef, useState } from 'react';
import { ownZone } from '#web/data/format.ts';
import { useScreen } from '#web/screen/screen.ts';
import { shortStamp } from '../trial/stamp.ts';
import type { DraftShape, FenceDraft } from './draft.ts';
import { useShapeHistory } from './useShapeHistory.ts';

interface Stored {
  version: number;
  at: number;
  draft: FenceDraft;
  shape: DraftShape;
}

/** Fields of the draft whose problems are told at once: what is wrong there is wrong whatever follows. */
const toldAtOnce = ['shape', 'windows', 'minutes'];

/**
 * Holds what is edited of a fence; unsaved input survives a reload, in this browser tab.
 * @param version of the stored fence: a draft of another one is dropped
 */
export function useEdits(first: { draft: FenceDraft; shape: DraftShape }, version: number, editable: boolean) {
  const stored = useScreen().draft<Stored>('fence');
  const [begun] = useState(() => {
    const former = editable ? stored.read() : undefined;
    return former?.version === version ? former : undefined;
  });
  const [draft, setDraft] = useState(begun?.draft ?? first.draft);
  const history = useShapeHistory(begun?.shape ?? first.shape);
  const [at, setAt] = useState(begun?.at);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const { settled } = history;
  const last = useRef({ draft, settled });
  useEffect(() => {
    if (last.current.draft === draft && last.current.settled === settled) return;
    last.current = { draft, settled };
    const now = Date.now();
    stored.write({ version, at: now, draft, shape: settled });
    setAt(now);
  }, [draft, settled, stored, version]);
  const change = (patch: Partial<FenceDraft>) => {
    setTouched(new Set([...touched, ...Object.keys(patch)]));
    setDraft({ ...draft, ...patch });
  };
  const isTouched = (field: string) => {
    const [root = ''] = field.split('.');
    if (field === 'shape.circle.centre' || field === 'shape.polygon' || field === 'shape.corridor.points')
      return history.undo !== undefined;
    return toldAtOnce.includes(root) || touched.has(root) || (root === 'customerIds' && touched.has('tag'));
  };
  return {
    ...{ draft, change, history, isTouched },
    savedAt: at === undefined ? undefined : shortStamp(at, ownZone()).slice(6),
    clear: () => {
      stored.clear();
      setAt(undefined);
    },
  };
}
