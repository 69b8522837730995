import { BenefitInput, type benefitApi, benefitKinds } from '#features/benefit/contract.ts';
import type { Attachment } from '#shared/attachment.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { problemsOf } from '#shared/rule/rules.ts';
import type { FormValues } from '#web/form/types.ts';

/** Benefit (权益与证件) as the customer form holds it. */
export interface FormBenefit {
  /** Benefit id, or a key local to the form. */
  key: string;
  /** Stored benefit as it was when the form was opened. */
  was?: { id: string; version: number; values: FormValues };
  /** Marks the benefit for deletion when the form is saved. */
  removed?: boolean;
  values: FormValues;
}

const names = ['kind', 'number', 'grade', 'regionCode', 'from', 'until', 'fileId'] as const;

export function benefitsIn({ benefits }: FormValues): FormBenefit[] {
  return Array.isArray(benefits) ? (benefits as FormBenefit[]) : [];
}

/** Converts stored benefits to form values. */
export function benefitValues(benefits: readonly OutputOf<typeof benefitApi.getBenefitList>[]): FormBenefit[] {
  return benefits.map((row) => {
    const entries = names.map((name) => [name, row[name] ?? undefined] as const);
    const values = { ...Object.fromEntries(entries), files: row.file ? [row.file] : [] };
    return { key: row.id, was: { id: row.id, version: row.version, values }, values };
  });
}

/** Converts form values to the call's input. */
function inputOf({ files, ...values }: FormValues): FormValues {
  const [file] = (files as Attachment[] | undefined) ?? [];
  const texts = Object.entries({ ...values, fileId: file?.id }).map(
    ([name, value]) => [name, typeof value === 'string' ? value.trim() : value] as const,
  );
  return Object.fromEntries(texts.filter(([, value]) => value !== undefined && value !== ''));
}

/** Returns the problems of a benefit, by field. */
export function benefitProblems({ values, removed }: FormBenefit): Map<string, string> {
  if (removed) return new Map();
  const input = inputOf(values);
  return new Map(problemsOf(BenefitInput, input).map(({ field, msg }) => [field, msg]));
}

/** Returns the first problem of the list, with the benefit's position. */
export function benefitProblem(values: FormValues): string | undefined {
  for (const [index, entry] of benefitsIn(values).entries()) {
    const [msg] = benefitProblems(entry).values();
    if (msg) return `第 ${index + 1} 项权益与证件：${msg}`;
  }
  return undefined;
}

/** Formats the list as text. */
export function benefitText(value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  const kinds: Readonly<Record<string, string>> = benefitKinds;
  return (value as FormBenefit[]).map(({ values }) => kinds[String(values.kind)] ?? '新的一项').join('、');
}

/**
 * Returns the list's input: new benefits complete, stored ones with changed fields or `removed`.
 * @param newest versions by id, read after a conflict; benefits missing there are left out
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
