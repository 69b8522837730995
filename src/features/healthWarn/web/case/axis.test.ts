import { expect, test } from 'vitest';
import { placeIn, stretchesOf } from './axis.ts';

const zone = 'Asia/Shanghai';
const at = (text: string) => Date.parse(`${text}+08:00`);

test('a week breaks at midnight and gives the last day a third of the width', () => {
  const stretches = stretchesOf(at('2026-11-14T10:00:00'), at('2026-11-20T10:00:00'), 600, zone);
  expect(stretches.map(({ left, right }) => [left, right])).toEqual([
    [0, 372],
    [384, 600],
  ]);
  const place = placeIn(stretches);
  expect(place(at('2026-11-20T00:00:00'))).toBe(384);
  expect(place(at('2026-11-19T23:59:59'))).toBeCloseTo(372, 0);
  expect(place(at('2026-11-20T05:00:00'))).toBe(492);
});

test('a day is one stretch', () => {
  expect(stretchesOf(at('2026-11-19T10:00:00'), at('2026-11-20T10:00:00'), 600, zone)).toHaveLength(1);
});
