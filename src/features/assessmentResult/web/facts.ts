import type { AssessmentDetail, ScaleOfPage } from '#features/assessment/contract.ts';
import type { ScaleFact } from '#shared/scale/definition.ts';

/** Returns the value of a fact as text: 走失 2，跌倒 1; empty for none. */
export function factText({ kind, options = [] }: ScaleFact, value: unknown): string {
  const label = (code: string) => options.find((option) => option.code === code)?.label ?? code;
  if (value === undefined || value === null) return '';
  if (kind === 'flag') return value === true ? '是' : '否';
  if (kind === 'choice') return label(String(value));
  if (Array.isArray(value)) return value.map((code) => label(String(code))).join('、');
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .filter(([, count]) => Number(count) > 0)
    .map(([code, count]) => `${label(code)} ${count} 次`)
    .join('，');
}

/** A fact of the scale as text; `text` is empty where nothing is entered. */
export interface ShownFact {
  key: string;
  label: string;
  text: string;
  note: string | null;
}

/** Returns the facts of the scale in its order; diagnoses with their names from the archive. */
export function factsOf({ facts, notes, person }: AssessmentDetail, scale: ScaleOfPage): ShownFact[] {
  return (scale.facts ?? []).map((fact) => {
    const value = facts[fact.key];
    const text =
      fact.kind === 'codes' && Array.isArray(value)
        ? value.map((code) => nameOf(String(code), person.conditions)).join('、')
        : factText(fact, value);
    return { key: fact.key, label: fact.label, text, note: notes[fact.key] ?? null };
  });
}

function nameOf(code: string, conditions: AssessmentDetail['person']['conditions']): string {
  const name = conditions.find((one) => one.code === code)?.name;
  return name ? `${name} ${code}` : code;
}
