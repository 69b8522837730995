import { useCallback, useContext } from 'react';
import { accountPrefix } from '#web/api/session.ts';
import { dropTab, readTab, writeTab } from '#web/core/storage.ts';
import { type Draft, ScreenContext } from '#web/screen/screen.ts';
import type { Field, FormValues } from './types.ts';

/** Unsaved input and when it was stored (ms since 1970). */
export type FormDraft = { values: FormValues; at: number };

/** Returns the name of a dialog's draft: one per record. */
export function draftName(name: string | undefined, { id }: FormValues): string | undefined {
  return name !== undefined && id !== undefined ? `${name}.${id}` : name;
}

/** Returns the drafts of a dialog by name: stored with its page, or with the tab outside of pages. */
export function useDrafts(): (name: string | undefined) => Draft<FormDraft> | undefined {
  const page = useContext(ScreenContext);
  const keep = page?.draft;
  return useCallback(
    (name) => {
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
    },
    [keep],
  );
}

const isPicture = (value: unknown) => value instanceof Blob || (typeof value === 'string' && value.startsWith('blob:'));

/** Returns the values that a draft can store: without secrets and pictures that were not uploaded. */
export function draftOf(values: FormValues, fields: readonly Field[]): FormValues {
  const secret = new Set(fields.filter((field) => field.secret).map(({ field }) => field));
  return Object.fromEntries(Object.entries(values).filter(([key, value]) => !isPicture(value) && !secret.has(key)));
}
