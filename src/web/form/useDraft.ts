import { useCallback, useContext } from 'react';
import { accountPrefix } from '#web/api/session.ts';
import { dropTab, readTab, writeTab } from '#web/core/storage.ts';
import { type Draft, ScreenContext } from '#web/screen/screen.ts';
import type { Field, FormValues } from './types.ts';

/** What was typed and when (ms since 1970). */
export type FormDraft = { values: FormValues; at: number };

/** The name of a dialog's draft: what is typed into a record is kept apart for each of them. */
export function draftName(name: string | undefined, { id }: FormValues): string | undefined {
  return name !== undefined && id !== undefined ? `${name}.${id}` : name;
}

/** Where a dialog keeps what was typed, by name: with its page, or with the tab when it stands outside of pages. */
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

/** Only what survives as text and may be kept: pictures that were not uploaded and secrets are left out. */
export function draftOf(values: FormValues, fields: readonly Field[]): FormValues {
  const secret = new Set(fields.filter((field) => field.secret).map(({ field }) => field));
  return Object.fromEntries(Object.entries(values).filter(([key, value]) => !isPicture(value) && !secret.has(key)));
}
