import { expect, test } from 'vitest';
import { thinned, wayPath } from './wayPath.ts';

const view = { lat: 28.9, lng: 118.8, zoom: 16, width: 800, height: 600 };
/** Points to the east, one each metre. */
const line = Array.from({ length: 1000 }, (_, i) => ({ lat: 28.9, lng: 118.8 + i / 97_350 }));

test('points nearer than a pixel are left out, never the first and the last', () => {
  const far = thinned(line, 10);
  expect(far.length).toBeLessThan(20);
  expect([far[0], far.at(-1)]).toEqual([line[0], line.at(-1)]);
  expect(thinned(line, 19)).toHaveLength(1000);
  expect(thinned([], 16)).toEqual([]);
});

test('thinned points are the same object for the same zoom', () => expect(thinned(line, 16)).toBe(thinned(line, 16)));

test('the path has only what is near the view, and a new piece where the line comes back', () => {
  const [near, away] = [
    { lat: 28.9, lng: 118.8 },
    { lat: 29.9, lng: 118.8 },
  ];
  const path = wayPath(view, [near, away, { lat: 29.9, lng: 118.81 }, near]);
  expect(path.match(/[ML]/g)?.join('')).toBe('MLML');
  expect(wayPath(view, [away, { lat: 29.8, lng: 118.8 }])).toBe('');
});

test('a single point is a dot', () =>
  expect(wayPath(view, [{ lat: 28.9, lng: 118.8 }])).toBe('M400.0 300.0L400.0 300.0'));

test('a stretch that begins and ends beyond different edges is drawn', () =>
  expect(
    wayPath(view, [
      { lat: 28.9, lng: 117 },
      { lat: 28.9, lng: 120 },
    ]),
  ).toMatch(/^M.*L/));
