import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitted, metresPerPixel, panned, project, scaleBar, unproject, type Viewport, zoomed } from './projection.ts';

const viewport: Viewport = { lat: 28.935, lng: 118.885, zoom: 16, width: 386, height: 220 };
const pixel = fc.record({
  x: fc.double({ min: -500, max: 900, noNaN: true }),
  y: fc.double({ min: -500, max: 900, noNaN: true }),
});

test('a pixel turned into a position and back is the same pixel', () => {
  fc.assert(
    fc.property(pixel, (point) => {
      const back = project(viewport, unproject(viewport, point));
      expect(back.x).toBeCloseTo(point.x, 4);
      expect(back.y).toBeCloseTo(point.y, 4);
    }),
  );
});

test('the middle of the view is its own position, north is up and east is right', () => {
  expect(project(viewport, viewport)).toEqual({ x: 193, y: 110 });
  expect(project(viewport, { lat: viewport.lat + 0.001, lng: viewport.lng }).y).toBeLessThan(110);
  expect(project(viewport, { lat: viewport.lat, lng: viewport.lng + 0.001 }).x).toBeGreaterThan(193);
});

test('a distance in metres matches its length on screen', () => {
  const oneDegreeNorth = 111_319.49;
  const { y } = project(viewport, { lat: viewport.lat + 100 / oneDegreeNorth, lng: viewport.lng });
  expect((110 - y) * metresPerPixel(viewport)).toBeCloseTo(100, 1);
});

test('zooming keeps the position under the pointer', () => {
  fc.assert(
    fc.property(pixel, fc.double({ min: -2, max: 2, noNaN: true }), (point, by) => {
      const anchored = unproject(viewport, point);
      const after = project(zoomed(viewport, by, point), anchored);
      expect(after.x).toBeCloseTo(point.x, 3);
      expect(after.y).toBeCloseTo(point.y, 3);
    }),
  );
});

test('panning to the right looks further east', () => {
  expect(panned(viewport, 100, 0).lng).toBeGreaterThan(viewport.lng);
});

test('all positions lie inside the padding of the fitted view', () => {
  const position = fc.record({
    lat: fc.double({ min: 28.915, max: 28.955, noNaN: true }),
    lng: fc.double({ min: 118.865, max: 118.905, noNaN: true }),
  });
  const size = { width: 800, height: 600 };
  fc.assert(
    fc.property(fc.array(position, { minLength: 1, maxLength: 20 }), (positions) => {
      const fit = fitted(positions, size, 50);
      for (const entry of positions) {
        const point = project({ ...size, lat: 0, lng: 0, zoom: 0, ...fit }, entry);
        expect(point.x).toBeGreaterThan(49.9);
        expect(point.x).toBeLessThan(750.1);
        expect(point.y).toBeGreaterThan(49.9);
        expect(point.y).toBeLessThan(550.1);
      }
    }),
  );
});

test('a single position is not zoomed to the limit, and none gives no view', () => {
  expect(fitted([viewport], viewport, 20)?.zoom).toBe(16);
  expect(fitted([], viewport, 20)).toBeUndefined();
});

test.each([
  [1.09, '100 m', 100],
  [0.5, '20 m', 20],
  [8.4, '500 m', 500],
  [16, '1 km', 1000],
])('at %f m a pixel the scale says %s and fits', (perPixel, text, metres) => {
  const bar = scaleBar(perPixel, 96);
  expect(bar.text).toBe(text);
  expect(bar.pixels).toBeCloseTo(metres / perPixel);
  expect(bar.pixels).toBeLessThanOrEqual(96);
});
