import { useEffect, useRef } from 'react';
import { readingApi } from '#features/reading/contract.ts';
import { useCall } from '#web/screen/useCall.ts';
import type { ShownArchive } from './sections.tsx';

type Values = ShownArchive['latest'];

const pollMs = 2000;

/** What the sentences above the values depend on. */
const levelsOf = (values: Values) => values.map(({ kind, level }) => `${kind} ${level ?? ''}`).join();

/**
 * Returns the newest values of an open archive, at most two seconds old; reloads the archive where a level has changed or
 * a kind is new.
 */
export function useNewestValues(archive: ShownArchive | undefined, customerId: string, reload: () => unknown): Values {
  const { data } = useCall(
    readingApi.getReadingLatest,
    { customerId },
    { enabled: archive !== undefined, refetchInterval: pollMs },
  );
  const shown = data ?? archive?.latest ?? [];
  const levels = levelsOf(shown);
  const last = useRef<string>(undefined);
  useEffect(() => {
    if (archive === undefined) return;
    if (last.current !== undefined && last.current !== levels) reload();
    last.current = levels;
  }, [archive, levels, reload]);
  return shown;
}
