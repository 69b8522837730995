import { useContext, useMemo } from 'react';
import { accountPrefix } from '#web/session.ts';
import { type Draft, ScreenContext } from '#web/shell/screen.ts';
import { dropTab, readTab, writeTab } from '#web/storage.ts';
import type { FormValues } from './types.ts';

/** What was typed and when (ms since 1970). */
export type FormDraft = { values: FormValues; at: number };

/** Where a dialog keeps what was typed: with its page, or with the tab when it stands outside of pages. */
export function useDraft(name: string | undefined): Draft<FormDraft> | undefined {
  const page = useContext(ScreenContext);
  const keep = page?.draft;
  return useMemo(() => {
    if (name === undefined) {
      return undefined;
    }
    if (keep) {
      return keep<FormDraft>(`form.${name}`);
    }
    const key = `${accountPrefix}form.${name}`;
    return {
      read: () => readTab<FormDraft>(key),
      write: (draft) => writeTab(key, draft),
      clear: () => dropTab(key),
    };
  }, [keep, name]);
}

/** Only what survives as text: pictures that were not uploaded are left out. */
export function draftOf(values: FormValues): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !(value instanceof Blob)));
}
