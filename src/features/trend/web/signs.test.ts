import { expect, test } from 'vitest';
import { daysOf, spanOf } from './ranges.ts';
import { type Latest, newestOf, signOf, tileSigns } from './signs.ts';

const value = (kind: Latest['kind'], of: Partial<Latest> = {}): Latest => ({
  ...{ kind, value: 80, unit: '1', at: '2026-11-28T00:00:00.000Z', since: '2026-11-28T00:00:00.000Z' },
  ...{ level: null, meal: null, source: { id: '1', name: '人工录入', kind: 'person' } },
  ...of,
});
const sign = (kind: string) => signOf(kind) as NonNullable<ReturnType<typeof signOf>>;
const keys = (...kinds: Latest['kind'][]) => tileSigns(kinds.map((kind) => value(kind))).map(({ key }) => key);

test('a sign of the first look that was never measured gives way to another that was', () => {
  expect(keys()).toEqual(['systolic', 'heart_rate', 'spo2', 'glucose']);
  expect(keys('systolic', 'temperature', 'heart_rate', 'weight')).toEqual([
    'systolic',
    'heart_rate',
    'temperature',
    'weight',
  ]);
});

test('both pressures of one instant are one value with the worse level; of two instants they are not joined', () => {
  const at = '2026-11-28T07:10:00.000Z';
  const systolic = value('systolic', { value: 152, at, level: 3 });
  const diastolic = value('diastolic', { value: 112, at, level: 1 });
  expect(newestOf(sign('systolic'), [systolic, diastolic])).toMatchObject({ text: '152/112', level: 1 });
  expect(newestOf(sign('systolic'), [systolic, value('diastolic')])).toMatchObject({ text: '152/—', level: 3 });
});

test('nothing is called normal without limits', () => {
  expect(newestOf(sign('weight'), [value('weight')])?.judged).toBe(false);
  expect(newestOf(sign('spo2'), [value('spo2')])?.judged).toBe(true);
});

test('a span of days begins and ends at midnight of the zone, a day is the last 24 hours', () => {
  const now = Date.parse('2026-11-28T22:30:00.000Z');
  expect(spanOf('7', now, 'Asia/Shanghai')).toEqual({
    from: '2026-11-22T16:00:00.000Z',
    to: '2026-11-29T16:00:00.000Z',
    range: '7',
  });
  expect(spanOf('1', now, 'Asia/Shanghai')).toMatchObject({
    from: '2026-11-27T23:00:00.000Z',
    to: '2026-11-28T23:00:00.000Z',
  });
  expect(daysOf('7', now, 'Asia/Shanghai')).toHaveLength(7);
});
