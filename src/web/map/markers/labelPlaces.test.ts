import { expect, test } from 'vitest';
import { type Labelled, placeLabels } from './labelPlaces.ts';

const size = { width: 400, height: 300 };

function label(id: string, x: number, y: number, mustShow = false): Labelled {
  return { id, x, y, text: '王桂兰', signSize: 24, alwaysShown: mustShow };
}

test('a label stands to the right where there is room', () => {
  expect(placeLabels([label('a', 100, 100)], size).get('a')).toBe('right');
});

test('a label at the right edge goes to the left', () => {
  expect(placeLabels([label('a', 390, 100)], size).get('a')).toBe('left');
});

test('a label makes way for the sign beside it', () => {
  expect(placeLabels([label('a', 100, 100), label('b', 140, 100)], size).get('a')).toBe('left');
});

test('a label leaves room for the second line of another', () => {
  const beside = { ...label('b', 130, 130), signSize: 8 };
  const person = label('a', 100, 100, true);
  expect(placeLabels([person, beside], size).get('b')).toBe('right');
  expect(placeLabels([{ ...person, lines: 2 }, beside], size).get('b')).toBe('below');
});

test('in a crowd quiet labels are left out, an alarm keeps its own', () => {
  const crowd = Array.from({ length: 12 }, (_, index) => label(`d${index}`, 200 + (index % 4) * 12, 150 + index * 3));
  const sides = placeLabels([label('alarm', 205, 160, true), ...crowd], size);
  expect(sides.has('alarm')).toBe(true);
  expect(sides.size).toBeLessThan(13);
});
