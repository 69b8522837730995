import { fullTime, listTime, ownZone, todayIn } from '#web/data/format.ts';
import type { FormValues } from './types.ts';
import type { FormDraft } from './useDraft.ts';

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
