import { expect, test } from 'vitest';
import { bandSetsFrom } from './bandSets.ts';
import { checkValues } from './entered.ts';
import { readingKinds } from './readingKinds.ts';
import { inOwnUnit, inUnit, unitSymbol } from './units.ts';

test.each([
  ['systolic', 16, 'kPa', 120.009869],
  ['glucose', 126, 'mg/dL', 6.993783],
  ['temperature', 98.6, '[degF]', 37],
] as const)('%s %d %s is %d in its own unit, and back', (kind, given, unit, own) => {
  const value = inOwnUnit(kind, given, unit, readingKinds[kind].unit);
  expect(value).toBeCloseTo(own, 6);
  expect(inUnit(kind, value ?? 0, unit)).toBeCloseTo(given, 9);
});

test('units are written as on screens', () => {
  expect(['mm[Hg]', '/min', '%', '1'].map(unitSymbol)).toEqual(['mmHg', '次/分', '%', '']);
});

test.each([
  [{ values: { systolic: 301, diastolic: 80 } }, 'values.systolic', '收缩压应在 50–300 之间'],
  [{ values: { systolic: 120 } }, 'values.diastolic', '收缩压和舒张压须一起填写'],
  [{ values: { systolic: 80, diastolic: 80 } }, 'values.diastolic', '舒张压必须低于收缩压'],
  [{ values: { heart_rate: 70 }, unit: 'kPa' }, 'values.heart_rate', '单位不适用于该体征'],
  [{ values: { consciousness: 1.5 } }, 'values.consciousness', '意识应在 0–4 之间'],
  [{ values: {} }, 'values', '请至少填写一项'],
  [{ values: { heart_rate: 70 }, meal: 'fasting' as const }, 'meal', '餐别只用于血糖'],
])('an entry has its problem at its field: %j', (entry, field, msg) => {
  expect(checkValues(entry).errors).toMatchObject([{ field, msg }]);
});

test('a band past its end is left out, and those of each illness stay apart', () => {
  const band = { kind: 'spo2', meal: null, asleep: false, bands: [], customerId: null, chronic: null, until: null };
  const own = { ...band, customerId: '7', until: '2026-11-20' };
  const ill = { ...band, chronic: 'copd' };
  const heart = { ...band, chronic: 'heart' };
  expect(bandSetsFrom([own, ill, heart, band], '2026-11-20')).toEqual({
    own: [own],
    illnesses: [[ill], [heart]],
    house: [band],
  });
  expect(bandSetsFrom([own], '2026-11-21').own).toEqual([]);
});
