import type { WarnRow } from './desk/types.ts';

/** 石桥街道 · 梧桐苑 9幢2单元602: the part that everybody knows, and the part one goes to. */
export function placeOf(row: Pick<WarnRow, 'area' | 'address'>): { district: string | null; spot: string | null } {
  const parts = row.area?.trim().split(/\s+/) ?? [];
  const near = parts.pop();
  return { district: parts.join(' ') || null, spot: [near, row.address].filter(Boolean).join(' ') || null };
}
