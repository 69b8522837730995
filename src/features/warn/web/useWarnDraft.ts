import { useEffect, useRef } from 'react';
import { deskApi } from '#features/desk/contract.ts';
import { callApi } from '#web/api/request.ts';
import { useSession } from '#web/api/session.ts';
import { useScreenDraft } from '#web/screen/useScreenDraft.ts';
import { saveDraft } from './saveDraft.ts';
import type { WarnDetail } from './types.ts';

type StoredDraft = WarnDetail['drafts'][number];

/**
 * Returns a draft of the warn. It survives Esc and a reload; while the user is the handler it is also saved with the
 * warn, for the next handler.
 * @param adopt merges another user's draft into the shown value
 */
export function useWarnDraft<T>(
  detail: WarnDetail,
  kind: StoredDraft['kind'],
  initial: T,
  adopt: (value: T, stored: StoredDraft) => T = (value) => value,
): [T, (value: T) => void, () => void] {
  const key = `${kind}:${detail.id}`;
  const [value, setValue, clear] = useScreenDraft<T>(key, initial);
  const me = useSession().user?.id;
  const isHandler = detail.status === 'handling' && detail.handlerId === me;
  const stored = detail.drafts.find((draft) => draft.kind === kind);
  const adopted = useRef<string>(undefined);
  useEffect(() => {
    if (!stored || adopted.current === stored.at) return;
    adopted.current = stored.at;
    // The local text is newer.
    if (JSON.stringify(value) !== JSON.stringify(initial)) return;
    const parsed = JSON.parse(stored.body) as T;
    setValue(stored.userId === me ? parsed : adopt(parsed, stored));
  });
  const save = (next: T | null) => {
    if (!isHandler) return;
    saveDraft(key, next, (body) => callApi(deskApi.keepWarnDraft, { id: detail.id, kind, body }, { atOnce: true }));
  };
  const change = (next: T) => {
    setValue(next);
    save(next);
  };
  const drop = () => {
    clear();
    save(null);
  };
  return [value, change, drop];
}
