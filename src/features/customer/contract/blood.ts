import type { Static } from '#shared/typebox.ts';
import type { RecordHealth } from './record.ts';

const rhLabels: Readonly<Record<string, string>> = { positive: 'RH(+)', negative: 'RH(-)' };

/** Returns A 型 RH(-); a blood type entered as text is returned unchanged, null if unknown. */
export function bloodLabel({ bloodType, rh }: Pick<Static<typeof RecordHealth>, 'bloodType' | 'rh'>): string | null {
  const type = bloodType === 'unknown' ? null : /^(A|B|O|AB)$/.test(bloodType ?? '') ? `${bloodType} 型` : bloodType;
  return [type, rhLabels[rh ?? '']].filter(Boolean).join(' ') || null;
}
