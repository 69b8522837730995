import { expect, test } from 'vitest';
import { distance } from '#shared/distance.ts';
import { fromWorld, metresPerPixel, toWorld } from '../camera/projection.ts';
import { matrixOf, type TileId, tilesWithin, windowOf } from './shiftedTile.ts';

// Published pairs of WGS-84 and GCJ-02.
const pairs = [
  { wgs: { lat: 31.1774276, lng: 121.5272106 }, gcj: { lat: 31.17530398364597, lng: 121.531541859215 } },
  { wgs: { lat: 22.543847, lng: 113.912316 }, gcj: { lat: 22.540796131694766, lng: 113.9171764808363 } },
  { wgs: { lat: 39.911954, lng: 116.377817 }, gcj: { lat: 39.91334545536069, lng: 116.38404722455657 } },
];

const size = 256;

/** Returns where a point of the GCJ-02 grid is drawn on the map, by the tile that shows it. */
function drawnAt(gcj: { lat: number; lng: number }, tile: TileId) {
  const count = 2 ** tile.z;
  const window = windowOf(tile);
  const [first = tile] = tilesWithin(window, tile.z);
  const point = toWorld(gcj);
  const [x, y] = [(point.x * count - first.x) * size, (point.y * count - first.y) * size];
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = matrixOf(window, first, size);
  const pixel = { x: a * x + c * y + e, y: b * x + d * y + f };
  return fromWorld({ x: (tile.x + pixel.x / size) / count, y: (tile.y + pixel.y / size) / count });
}

test.each(pairs)(
  'a known point of a GCJ-02 service is drawn at its WGS-84 position, within a metre or a tenth of a pixel',
  ({ wgs, gcj }) => {
    for (const z of [10, 12, 14, 16, 18]) {
      const { x, y } = toWorld(wgs);
      const tile = { z, x: Math.floor(x * 2 ** z), y: Math.floor(y * 2 ** z) };
      expect(distance(drawnAt(gcj, tile), wgs)).toBeLessThan(
        Math.max(1, metresPerPixel({ lat: wgs.lat, zoom: z - 1 }) / 10),
      );
    }
  },
);

test('neighbouring tiles meet within a tenth of a pixel', () => {
  const { x, y } = toWorld({ lat: 28.935, lng: 118.885 });
  for (const z of [10, 13, 16]) {
    const tile = { z, x: Math.floor(x * 2 ** z), y: Math.floor(y * 2 ** z) };
    const [west, next] = [windowOf(tile), windowOf({ ...tile, x: tile.x + 1 })];
    const end = { x: west.corner.x + west.right.x + west.down.x, y: west.corner.y + west.right.y + west.down.y };
    const corner = { x: next.corner.x + next.down.x, y: next.corner.y + next.down.y };
    expect(Math.hypot(end.x - corner.x, end.y - corner.y) * size).toBeLessThan(0.1);
  }
});

test('outside China a tile is its own and only part', () => {
  const tile = { z: 12, x: 2074, y: 1409 };
  expect(tilesWithin(windowOf(tile), 12).length).toBeLessThanOrEqual(4);
  expect(windowOf(tile).corner.x).toBeCloseTo(tile.x, 6);
  expect(windowOf(tile).corner.y).toBeCloseTo(tile.y, 6);
});
