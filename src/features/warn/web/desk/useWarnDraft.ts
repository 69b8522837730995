import { useEffect, useRef } from 'react';
import { useSession } from '#web/api/session.ts';
import { keepDraft } from './saveDraft.ts';
import type { WarnDetail } from './types.ts';
import { useDraft } from './useDraft.ts';

type Kept = WarnDetail['drafts'][number];

/**
 * A draft of the case: like any other it outlives Esc and a reload, and while this person handles the case it is kept with
 * it, so that whoever handles it next goes on from there.
 * @param taken makes of what another typed what is shown
 */
export function useCaseDraft<T>(
  detail: WarnDetail,
  kind: Kept['kind'],
  initial: T,
  taken: (value: T, kept: Kept) => T = (value) => value,
): [T, (value: T) => void, () => void] {
  const [value, setValue, forget] = useDraft<T>(`${kind}:${detail.id}`, initial);
  const me = useSession().user?.id;
  const mine = detail.status === 'handling' && detail.handlerId === me;
  const kept = detail.drafts.find((one) => one.kind === kind);
  const adopted = useRef<string>(undefined);
  useEffect(() => {
    if (!kept || adopted.current === kept.at) return;
    adopted.current = kept.at;
    // What was typed here is newer.
    if (JSON.stringify(value) !== JSON.stringify(initial)) return;
    const found = JSON.parse(kept.body) as T;
    setValue(kept.userId === me ? found : taken(found, kept));
  });
  const change = (next: T) => {
    setValue(next);
    if (mine) keepDraft(detail.id, kind, next);
  };
  const drop = () => {
    forget();
    if (mine) keepDraft(detail.id, kind, null);
  };
  return [value, change, drop];
}
