import type { readingApi } from '#features/reading/contract.ts';
import { chronicDiseases } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import type { BandFor } from '#shared/health/bandWords.ts';
import type { ReadingKindName } from '#shared/health/readingKinds.ts';

export type BandRow = OutputOf<typeof readingApi.getBandList>[number];
/** Signs that take bands. */
export const bandKinds: readonly ReadingKindName[] = [
  'systolic',
  'diastolic',
  'heart_rate',
  'breath_rate',
  'spo2',
  'temperature',
  'glucose',
  'bmi',
  'weight',
  'waist',
];

export const bandMeals = { fasting: '空腹', after_2h: '餐后2小时' } as const;

/** Returns whose band it is: 本人, an illness, or 全院. */
export function ownerText({ customerId, chronic }: Pick<BandRow, 'customerId' | 'chronic'>): string {
  if (customerId !== null) return '本人';
  return chronic === null ? '全院' : chronicDiseases[chronic];
}

const isSame = (a: BandFor, b: BandFor) => a.kind === b.kind && a.meal === b.meal && a.asleep === b.asleep;

/** Returns whether a band is past its last day. */
export const isOver = ({ until }: Pick<BandRow, 'until'>, today: string): boolean => until !== null && until < today;

/** Returns the band that judges this now: the person's, else one of an illness, else the house's. */
export function bandInForce(rows: readonly BandRow[], of: BandFor, today: string): BandRow | undefined {
  const valid = rows.filter((row) => isSame(row, of) && !isOver(row, today));
  return (
    valid.find(({ customerId }) => customerId !== null) ??
    valid.find(({ chronic }) => chronic !== null) ??
    valid.find(({ customerId, chronic }) => customerId === null && chronic === null)
  );
}

const rankOf = ({ customerId, chronic }: BandRow) => (customerId !== null ? 0 : chronic !== null ? 1 : 2);

/** Returns the bands in the order of the signs, the person's before those of illnesses and the house. */
export function ordered(rows: readonly BandRow[]): BandRow[] {
  const place = (row: BandRow) =>
    bandKinds.indexOf(row.kind) * 100 +
    Number(row.asleep) * 40 +
    ['fasting', 'after_2h'].indexOf(row.meal ?? '') * 10 +
    rankOf(row);
  return rows.toSorted((a, b) => place(a) - place(b));
}
