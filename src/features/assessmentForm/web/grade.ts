import type { ScaleOfPage } from '#features/assessment/contract.ts';

/** Returns the label of a grade; null without one. */
export function gradeLabel({ bands, bandSets = [] }: ScaleOfPage, code: string | null): string | null {
  if (code === null) return null;
  const all = [...bands, ...bandSets.flatMap((set) => ('bands' in set ? set.bands : []))];
  return all.find((band) => band.code === code)?.label ?? code;
}
