import { expect, test } from 'vitest';
import { readingOf } from './reading.ts';

test.each([
  ['temperature', 98.6, '[degF]', 37],
  ['temperature', 310.15, 'K', 37],
  ['glucose', 126, 'mg/dL', 6.9938],
  ['systolic', 16, 'kPa', 120.0099],
  ['weight', 132, '[lb_av]', 59.8742],
  ['weight', 60_000, 'g', 60],
  ['heart_rate', 1.2, 'Hz', 72],
  ['spo2', 0.97, '1', 97],
])('%s of %s %s is kept in its own unit, unrounded', (kind, value, unit, own) => {
  const reading = readingOf(kind, value, unit);
  expect(reading?.value).toBeCloseTo(own, 4);
  expect(reading).toMatchObject({ unit: readingOf(kind, 1)?.unit, valid: true });
});

test.each(['mmHg', 'mm[Hg]', ' MMHG '])('a usual spelling of the own unit changes nothing: %s', (unit) => {
  expect(readingOf('systolic', 120, unit)).toEqual({ kind: 'systolic', value: 120, unit: 'mm[Hg]', valid: true });
});

test('a converted value is plausible or not in the own unit', () => {
  expect(readingOf('temperature', 36.5, '[degF]')).toMatchObject({ valid: false });
  expect(readingOf('glucose', 100, 'mmol/L')).toMatchObject({ valid: false });
  expect(readingOf('glucose', 100, 'mg/dL')).toMatchObject({ valid: true });
});

test.each([
  ['temperature', 'furlong'],
  ['glucose', 'mm[Hg]'],
  ['systolic', ''],
  ['steps', 'kg'],
  ['heart_rate', '__proto__'],
  ['heart_rate', 'constructor'],
])('%s in %s is no reading', (kind, unit) => {
  expect(readingOf(kind, 70, unit)).toBeNull();
});
