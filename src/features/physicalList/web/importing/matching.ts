import { importFields, neededFields, type physicalApi } from '#features/physical/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { currentCatalogue } from '#shared/physical/catalogues.ts';

export type Headings = OutputOf<typeof physicalApi.getPhysicalHeadings>;
/** Codes by heading; null: left out. */
export type Codes = Readonly<Record<string, string | null>>;

/** What a heading can mean, by group. */
export interface CodeGroup {
  label: string;
  codes: readonly { code: string; label: string }[];
}

/** Returns what a heading can mean: fields of the examination, then the items of the catalogue. */
export function codeGroups(): CodeGroup[] {
  const { groups, items } = currentCatalogue();
  const fields = Object.entries(importFields).map(([code, label]) => ({ code, label }));
  return [
    { label: '体检', codes: fields },
    ...groups.map(({ code, label }) => ({
      label,
      codes: items.flatMap((item) =>
        item.group === code && !item.computed
          ? [{ code: item.code, label: item.unit ? `${item.label} ${item.unit}` : item.label }]
          : [],
      ),
    })),
  ].filter(({ codes }) => codes.length > 0);
}

/** Returns the codes as matched before or proposed. */
export const codesOf = ({ headings }: Headings): Codes =>
  Object.fromEntries(headings.map(({ heading, code }) => [heading, code]));

/** Returns why a match cannot be used, by heading; under '' what is missing altogether. */
export function matchProblems(codes: Codes, labelOf: (code: string) => string): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  const headingOf = new Map<string, string>();
  for (const [heading, code] of Object.entries(codes)) {
    if (code === null) continue;
    const other = headingOf.get(code);
    if (other === undefined) headingOf.set(code, heading);
    else problems.set(heading, `「${labelOf(code)}」已经对给「${other}」`);
  }
  const lacking = neededFields.filter((code) => !headingOf.has(code));
  if (lacking.length > 0) problems.set('', `还没有对好：${lacking.map(labelOf).join('、')}`);
  return problems;
}
