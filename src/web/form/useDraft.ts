import { useCallback, useContext } from 'react';
import { accountPrefix } from '#web/api/session.ts';
import { dropTab, readTab, writeTab } from '#web/core/storage.ts';
import { fullTime, listTime, ownZone, todayIn } from '#web/data/format.ts';
import { type Draft, ScreenContext } from '#web/screen/screen.ts';
import { cellsOf, isRows, rowsOf } from './rows.ts';
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

/** Returns the values that a draft can store: without secrets, encrypted texts and pictures that were not uploaded. */
export function draftOf(values: FormValues, fields: readonly Field[]): FormValues {
  const byField = new Map(fields.map((field) => [field.field, field]));
  const isKept = (key: string) => !byField.get(key)?.secret && !byField.get(key)?.undrafted;
  const kept = Object.entries(values).filter(([key, value]) => !isPicture(value) && isKept(key));
  return Object.fromEntries(
    kept.map(([key, value]) => {
      const field = byField.get(key);
      const isList = isRows(field) && Array.isArray(value);
      return [key, isList ? rowsOf(value).map((row, index) => draftOf(row, cellsOf(field, row, index))) : value];
    }),
  );
}

/** Returns the record's name: `name`, for a publication `title`. */
function nameIn({ name, title }: FormValues): string | undefined {
  return [name, title].find((text): text is string => typeof text === 'string' && text.trim() !== '')?.trim();
}

/** Formats a time as 今天 14:05, 昨天 21:18, 11-19 08:02. */
function savedTime(at: number, now: number): string {
  const iso = new Date(at).toISOString();
  const text = fullTime(iso);
  return text.slice(0, 10) === todayIn(ownZone(), now) ? `今天 ${text.slice(11, 16)}` : listTime(iso, now);
}

/**
 * Describes a stored draft: 王桂兰的修改草稿，今天 14:05; for a new record 新增客户「王桂兰」的草稿，今天 14:05.
 * @param title of the dialog
 * @param base values that the dialog was opened with; an `id` means an existing record
 */
export function draftText(title: string, base: FormValues, { values, at }: FormDraft, now: number): string {
  const edited = base.id === undefined ? undefined : nameIn(base);
  const entered = nameIn(values);
  const what = edited ? `${edited}的修改草稿` : `${title}${entered ? `「${entered}」` : ''}的草稿`;
  return `${what}，${savedTime(at, now)}`;
}
