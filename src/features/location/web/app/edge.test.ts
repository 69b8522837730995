import { expect, test } from 'vitest';
import { edgeOf, wayTo } from './edge.ts';

const view = { lat: 28.935, lng: 118.885, zoom: 15, width: 390, height: 360 };
const metre = 1 / 111_195;

test('a place in the view has no pointer', () => expect(edgeOf(view, { lat: 28.936, lng: 118.886 })).toBeNull());

test('a place outside is pointed to at the edge, towards it', () => {
  expect(edgeOf(view, { lat: 28.935, lng: 118.95 })).toEqual({ x: 308, y: 180, degrees: 0 });
  expect(edgeOf(view, { lat: 28.9, lng: 118.885 })).toEqual({ x: 195, y: 338, degrees: 90 });
  expect(edgeOf(view, { lat: 29, lng: 118.885 })).toMatchObject({ x: 195, y: 22 });
});

test('minutes are whole and never none', () => {
  const to = { lat: 28.935, lng: 118.885 };
  expect(wayTo({ lat: 28.935 + 610 * metre, lng: 118.885 }, to).minutes).toBe(4);
  expect(wayTo(to, to)).toEqual({ metres: 0, minutes: 1 });
});
