import { useCallback, useEffect, useRef, useState } from 'react';
import { type ListSetting, listSettingApi } from '#shared/contract/listSetting.ts';
import { callApi } from '#web/api/request.ts';
import { session } from '#web/api/session.ts';
import { readLocal, writeLocal } from '#web/core/storage.ts';
import { defaultLimit } from './query.ts';

const plain = { columns: [], limit: defaultLimit };

/** Changes within this many ms are saved together. */
const saveAfter = 400;

/** Local copy: used before the server answers, and while it is unreachable. */
type Copy = { setting: ListSetting; unsaved: boolean };

/**
 * Holds columns, density and page size of one list for this account. A change applies at once and is saved in the
 * background; an unsaved change is sent when the list is opened again.
 * @param density default of the list
 */
export function useListSetting(
  list: string,
  density: ListSetting['density'] = 'small',
): [ListSetting, (patch: Partial<ListSetting>) => void] {
  const key = `list.${session().user?.id ?? ''}.${list}`;
  const [setting, setSetting] = useState(() => readLocal<Copy>(key)?.setting ?? { ...plain, density });
  const current = useRef(setting);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const touched = useRef(false);

  const send = useCallback(
    async (next: ListSetting) => {
      const failed = await callApi(listSettingApi.saveListSetting, { list, setting: next }).then(
        () => false,
        () => true,
      );
      writeLocal(key, { setting: next, unsaved: failed } satisfies Copy);
    },
    [key, list],
  );

  const change = useCallback(
    (patch: Partial<ListSetting>) => {
      const next = { ...current.current, ...patch };
      current.current = next;
      touched.current = true;
      setSetting(next);
      writeLocal(key, { setting: next, unsaved: true } satisfies Copy);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void send(next), saveAfter);
    },
    [key, send],
  );

  useEffect(() => {
    const copy = readLocal<Copy>(key);
    if (copy?.unsaved) {
      void send(copy.setting);
      return;
    }
    const leaving = new AbortController();
    callApi(listSettingApi.getListSetting, { list }, { signal: leaving.signal }).then(
      (stored) => {
        if (stored && !touched.current) {
          current.current = stored;
          setSetting(stored);
          writeLocal(key, { setting: stored, unsaved: false } satisfies Copy);
        }
      },
      () => undefined,
    );
    return () => leaving.abort();
  }, [key, list, send]);

  return [setting, change];
}
