import { expect, test } from 'vitest';
import { distance } from '#shared/distance.ts';
import { circleOf, positionAt, ringOf } from './shape.ts';

const centre = { lat: 28.935, lng: 118.885 };

test.each([50, 300, 5000])('a circle of %i m comes back from its polygon, and keeps its middle', (radius) => {
  const ring = ringOf(centre, radius);
  for (const corner of ring) expect(Math.abs(distance(centre, corner) - radius)).toBeLessThan(0.01);
  expect(circleOf(ring, { centre, radius: 100 })).toEqual({ centre, radius });
});

test('a circle that is moved keeps its radius', () => {
  const moved = positionAt(centre, 400, Math.PI / 3);
  const circle = circleOf(ringOf(moved, 300), { centre, radius: 300 });
  expect(circle.radius).toBe(300);
  expect(distance(circle.centre, moved)).toBeLessThan(1);
});
