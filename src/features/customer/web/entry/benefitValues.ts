import type { Attachment } from '#shared/attachment.ts';
import { problemsOf } from '#shared/rules.ts';
import type { FormValues } from '#web/form/types.ts';
import { BenefitInput, benefitKinds } from '../../contract/benefit.ts';
import type { CustomerRecord } from '../record/types.ts';

/** One of 权益与证件 as it stands in the form of its person. */
export interface FormBenefit {
  /** Of this form alone, or its id. */
  key: string;
  /** Of one that is in the record: as it was when the form was opened. */
  was?: { id: string; version: number; values: FormValues };
  /** To be deleted when the form is saved. */
  removed?: boolean;
  values: FormValues;
}

const names = ['kind', 'number', 'grade', 'regionCode', 'from', 'until', 'fileId'] as const;

export function benefitsIn({ benefits }: FormValues): FormBenefit[] {
  return Array.isArray(benefits) ? (benefits as FormBenefit[]) : [];
}

/** What somebody is entitled to, for the form. */
export function benefitValues({ benefits }: CustomerRecord): FormBenefit[] {
  return benefits.map((row) => {
    const entries = names.map((name) => [name, row[name] ?? undefined] as const);
    const values = { ...Object.fromEntries(entries), files: row.file ? [row.file] : [] };
    return { key: row.id, was: { id: row.id, version: row.version, values }, values };
  });
}

/** What the call takes of one. */
function inputOf({ files, ...values }: FormValues): FormValues {
  const [file] = (files as Attachment[] | undefined) ?? [];
  const texts = Object.entries({ ...values, fileId: file?.id }).map(
    ([name, value]) => [name, typeof value === 'string' ? value.trim() : value] as const,
  );
  return Object.fromEntries(texts.filter(([, value]) => value !== undefined && value !== ''));
}

/** What is wrong with one, by field. */
export function benefitProblems({ values, removed }: FormBenefit): Map<string, string> {
  if (removed) return new Map();
  const input = inputOf(values);
  return new Map(problemsOf(BenefitInput, input).map(({ field, msg }) => [field, msg]));
}

/** The first problem of the list, with whose it is. */
export function benefitProblem(values: FormValues): string | undefined {
  for (const [index, entry] of benefitsIn(values).entries()) {
    const [msg] = benefitProblems(entry).values();
    if (msg) return `第 ${index + 1} 项权益与证件：${msg}`;
  }
  return undefined;
}

/** The list in words. */
export function benefitText(value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  const kinds: Readonly<Record<string, string>> = benefitKinds;
  return (value as FormBenefit[]).map(({ values }) => kinds[String(values.kind)] ?? '新的一项').join('、');
}

/**
 * What is sent of the list: new ones whole, of those in the record what was changed, and what was deleted.
 * @param newest versions by id, once a conflict has been shown; who is not there any more is left out
 */
export function benefitInput(values: FormValues, newest: ReadonlyMap<string, number> | undefined): FormValues[] {
  return benefitsIn(values).flatMap((entry): FormValues[] => {
    const { was } = entry;
    if (!was) return entry.removed ? [] : [inputOf(entry.values)];
    if (newest && !newest.has(was.id)) return [];
    const reference = { id: was.id, version: newest?.get(was.id) ?? was.version };
    if (entry.removed) return [{ ...reference, removed: true }];
    const [now, previous] = [inputOf(entry.values), inputOf(was.values)];
    const changed = names
      .filter((name) => now[name] !== previous[name])
      .map((name) => [name, now[name] ?? null] as const);
    return changed.length > 0 ? [{ ...reference, ...Object.fromEntries(changed) }] : [];
  });
}
