import type { ReadingKindName } from './readingKinds.ts';

/** Units of readings (UCUM) as screens write them. */
const symbols: Readonly<Record<string, string>> = {
  '/min': '次/分',
  'mm[Hg]': 'mmHg',
  Cel: '℃',
  '[degF]': '℉',
  'kg/m2': 'kg/m²',
  '1': '',
};

/** Returns a UCUM unit as screens write it: 次/分, mmHg, ℃; empty for figures without unit. */
export const unitSymbol = (unit: string): string => symbols[unit] ?? unit;

interface OtherUnit {
  unit: string;
  /** Converts into the kind's own unit, unrounded. */
  convert: (value: number) => number;
  /** Converts from the kind's own unit. */
  revert: (value: number) => number;
}

const kiloPascal: OtherUnit = {
  unit: 'kPa',
  convert: (value) => value * 7.500616827,
  revert: (value) => value / 7.500616827,
};

/** Units besides its own in which people may enter a kind (names.md); glucose: clinical.md 3.3. */
const otherUnits: Partial<Record<ReadingKindName, OtherUnit>> = {
  systolic: kiloPascal,
  diastolic: kiloPascal,
  glucose: { unit: 'mg/dL', convert: (value) => value / 18.016, revert: (value) => value * 18.016 },
  temperature: {
    unit: '[degF]',
    convert: (value) => ((value - 32) * 5) / 9,
    revert: (value) => (value * 9) / 5 + 32,
  },
};

/** Returns the other unit in which people may enter a kind; undefined without one. */
export const otherUnitOf = (kind: ReadingKindName): string | undefined => otherUnits[kind]?.unit;

/**
 * Returns a value of another unit in the kind's own unit, unrounded; undefined for a unit that the kind does not take.
 * @param own UCUM unit of the kind
 */
export function inOwnUnit(kind: ReadingKindName, value: number, unit: string, own: string): number | undefined {
  if (unit === own) return value;
  const other = otherUnits[kind];
  return other?.unit === unit ? other.convert(value) : undefined;
}

/** Returns a value of the kind's own unit in another unit, unrounded; unchanged for a unit that the kind does not take. */
export function inUnit(kind: ReadingKindName, value: number, unit: string): number {
  const other = otherUnits[kind];
  return other?.unit === unit ? other.revert(value) : value;
}
