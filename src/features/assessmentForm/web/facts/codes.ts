import type { ScaleRule, When } from '#shared/scale/definition.ts';

/** ICD-10 code with a category of a letter and two digits. */
const pattern = /^[A-Z]\d{2}(?:\.\d{1,4})?$/;

/** Returns a typed code as it is stored; undefined if it is none. */
export function codeIn(text: string): string | undefined {
  const code = text.trim().toUpperCase();
  return pattern.test(code) ? code : undefined;
}

const category = (code: string) => code.slice(0, 3).toUpperCase();

function ranges(when: When, key: string): { from: string; to: string }[] {
  if ('fact' in when && when.fact === key)
    return [{ from: category(String(when.from ?? 'A00')), to: category(String(when.to ?? 'Z99')) }];
  const inside = 'any' in when ? when.any : 'all' in when ? when.all : 'none' in when ? when.none : [];
  return inside.flatMap((each) => ranges(each, key));
}

/** Returns whether a code can make a rule of the scale hold. */
export function isCounted(rules: readonly ScaleRule[], key: string, code: string): boolean {
  return rules.some(({ when }) =>
    ranges(when, key).some(({ from, to }) => category(code) >= from && category(code) <= to),
  );
}
