import type { ReadingKindName } from '#shared/health/readingKinds.ts';
import { readingKinds } from '#shared/health/readingKinds.ts';
import { inOwnUnit } from '#shared/health/units.ts';
import type { PhysicalItem } from './catalogue.ts';

/** Spellings that mean another unit's text, after `plain`. */
const spellings: Readonly<Record<string, string>> = {
  'mm[hg]': 'mmhg',
  cel: '°c',
  '/min': '次/分',
  '次/分钟': '次/分',
  bpm: '次/分',
  'g/l(l)': 'g/l',
  'iu/l': 'u/l',
  'kg/m2': 'kg/m2',
};

/** Returns a unit in one spelling: 10⁹/L, ×10^9/L and 10*9/L are the same, µ and μ too. */
export function plainUnit(unit: string): string {
  const plain = unit
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s×*^]|x(?=10)/g, '');
  return spellings[plain] ?? plain;
}

const isKind = (name: string | undefined): name is ReadingKindName => name !== undefined && name in readingKinds;

/** UCUM units that readings take, by plain spelling. */
const ucum: Readonly<Record<string, string>> = { kpa: 'kPa', 'mg/dl': 'mg/dL', '°f': '[degF]', '[degf]': '[degF]' };

/**
 * Returns a value in the item's unit, unrounded; undefined for a unit of another kind. Pressure in kPa, glucose in mg/dL
 * and temperature in ℉ are converted as those of readings.
 */
export function inItemUnit(item: PhysicalItem, value: number, unit: string): number | undefined {
  const plain = plainUnit(unit);
  if (plain === plainUnit(item.unit ?? '')) return value;
  const factor = Object.entries(item.units ?? {}).find(([name]) => plainUnit(name) === plain)?.[1];
  if (factor !== undefined) return value * factor;
  const other = ucum[plain];
  if (!isKind(item.reading) || other === undefined) return undefined;
  return inOwnUnit(item.reading, value, other, readingKinds[item.reading].unit);
}

/** Returns the units in which an item may be entered, its own first. */
export function unitsOf(item: PhysicalItem): string[] {
  const own = item.unit === undefined ? [] : [item.unit];
  const others = isKind(item.reading)
    ? Object.values(ucum).filter((unit) => inItemUnit(item, 1, unit) !== undefined)
    : [];
  return [...new Set([...own, ...Object.keys(item.units ?? {}), ...others])];
}
