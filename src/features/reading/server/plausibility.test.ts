import { expect, test } from 'vitest';
import { readingOf } from '#devices/reading.ts';
import { isPlausible, keysOfKinds, readingKinds } from '#shared/health/readingKinds.ts';

const ofDevices = keysOfKinds.filter((kind) => readingOf(kind, 1) !== null);

test('most kinds come from devices', () => {
  expect(ofDevices).toEqual(
    expect.arrayContaining(['heart_rate', 'systolic', 'diastolic', 'spo2', 'glucose', 'weight']),
  );
});

test.each(ofDevices)('the limits and the unit of %s are the same for devices and people', (kind) => {
  const { min, max, unit } = readingKinds[kind];
  for (const value of [min - 0.01, min, max, max + 0.01])
    expect(readingOf(kind, value)).toMatchObject({ unit, valid: isPlausible(kind, value) });
});
