/** Converts a value of another unit into the own unit of a kind, unrounded. */
type Conversion = (value: number) => number;

const times =
  (factor: number): Conversion =>
  (value) =>
    value * factor;
const same = times(1);

/** Other spellings of UCUM units, in lower case. */
const spellings: Record<string, string> = {
  mmhg: 'mm[Hg]',
  'mm[hg]': 'mm[Hg]',
  kpa: 'kPa',
  'mmol/l': 'mmol/L',
  'mg/dl': 'mg/dL',
  cel: 'Cel',
  c: 'Cel',
  '°c': 'Cel',
  '℃': 'Cel',
  '[degf]': '[degF]',
  f: '[degF]',
  '°f': '[degF]',
  '℉': '[degF]',
  k: 'K',
  kg: 'kg',
  g: 'g',
  '[lb_av]': '[lb_av]',
  lb: '[lb_av]',
  '/min': '/min',
  '{beats}/min': '/min',
  '{breaths}/min': '/min',
  bpm: '/min',
  '次/分': '/min',
  hz: 'Hz',
  '/s': 'Hz',
  '%': '%',
  s: 's',
  秒: 's',
  min: 'min',
  分钟: 'min',
  '1': '1',
  '{steps}': '1',
  步: '1',
};

/**
 * Conversions by own unit and other unit. Factors: 1 kPa = 7.500616827 mmHg, 1 lb = 0.45359237 kg (both exact to the
 * digits given); glucose mg/dL ÷ 18.016 (clinical.md 3.3).
 */
const conversions: Record<string, Record<string, Conversion>> = {
  'mm[Hg]': { kPa: times(7.500616827) },
  'mmol/L': { 'mg/dL': (value) => value / 18.016 },
  Cel: { '[degF]': (value) => ((value - 32) * 5) / 9, K: (value) => value - 273.15 },
  kg: { g: (value) => value / 1000, '[lb_av]': times(0.45359237) },
  '/min': { Hz: times(60) },
  '%': { '1': times(100) },
  s: { min: times(60) },
};

/**
 * Returns the conversion from a unit, in UCUM or a common spelling, to the own unit of a kind of reading; undefined for
 * a unit that is unknown or of another quantity.
 */
export function conversion(unit: string, own: string): Conversion | undefined {
  const spelling = unit.trim().toLowerCase();
  const ucum = Object.hasOwn(spellings, spelling) ? spellings[spelling] : undefined;
  if (ucum === undefined) return undefined;
  return ucum === own ? same : conversions[own]?.[ucum];
}
