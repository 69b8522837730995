import { districtPlaces, estateBuildings, slab, slabPitch, streetGrain } from '../../src/shared/district.ts';
import { bend, eastward, northward, parks, places, riverside, waters } from './plan.ts';
import { isInside, type Point, type Polygon, seeded } from './shapes.ts';

/** A box in metres. */
type Cell = { west: number; east: number; south: number; north: number };
type Building = { at: Point; length: number; depth: number };

const seed = 20_261_120;
const streetWidth = { major: 30, minor: 16 } as const;
/** Metres between the kerb and the first house. */
const setback = 9;
const noHouses = [...waters, ...parks, riverside].map((polygon) => ({ polygon, box: boundsOf(polygon) }));

function boundsOf(polygon: Polygon): Cell {
  const [xs, ys] = [polygon.map(([x]) => x), polygon.map(([, y]) => y)];
  return { west: Math.min(...xs), east: Math.max(...xs), south: Math.min(...ys), north: Math.max(...ys) };
}

/** Returns true on water and in parks; checks the bounding box first, for speed. */
function isBarred(point: Point): boolean {
  return noHouses.some(
    ({ polygon, box }) =>
      point[0] > box.west &&
      point[0] < box.east &&
      point[1] > box.south &&
      point[1] < box.north &&
      isInside(point, polygon),
  );
}

/** Returns the cells between neighbouring streets, without the street's width, in grid metres. */
function cells(): Cell[] {
  const half = (major: true | undefined) => (major ? streetWidth.major : streetWidth.minor) / 2 + setback;
  return northward.slice(0, -1).flatMap((left, column) => {
    const right = northward[column + 1] ?? left;
    return eastward.slice(0, -1).map((below, row) => {
      const above = eastward[row + 1] ?? below;
      return {
        west: left.at + half(left.major),
        east: right.at - half(right.major),
        south: below.at + half(below.major),
        north: above.at - half(above.major),
      };
    });
  });
}

/** Returns slabs in rows, the usual housing estate; some are missing or shorter. */
function slabs({ west, east, south, north }: Cell, random: () => number): Building[] {
  const length = 46 + Math.round(random() * 14);
  const depth = 12 + Math.round(random() * 3);
  const columns = Math.max(1, Math.floor((east - west + 14) / (length + 14)));
  const rows = Math.max(1, Math.floor((north - south + 18) / (depth + 18)));
  const [stepX, stepY] = [(east - west) / columns, (north - south) / rows];
  const buildings: Building[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const cut = random() < 0.12 ? 14 : 0;
      if (random() > 0.06) {
        const at: Point = [west + (column + 0.5) * stepX - cut / 2, south + (row + 0.5) * stepY];
        buildings.push({ at, length: length - cut, depth });
      }
    }
  }
  return buildings;
}

/** Returns separate square towers. */
function towers({ west, east, south, north }: Cell, random: () => number): Building[] {
  const [columns, rows] = [Math.max(1, Math.floor((east - west) / 62)), Math.max(1, Math.floor((north - south) / 58))];
  return Array.from({ length: columns * rows }, (_, index) => ({
    at: [
      west + ((index % columns) + 0.5) * ((east - west) / columns) + random() * 8 - 4,
      south + (Math.floor(index / columns) + 0.5) * ((north - south) / rows) + random() * 8 - 4,
    ] as Point,
    length: 28,
    depth: 22,
  }));
}

/** Returns a hospital, school or works: one long front and two halls behind it. */
function halls({ west, east, south, north }: Cell, random: () => number): Building[] {
  const [width, height] = [east - west, north - south];
  return [
    { at: [west + width / 2, south + height * 0.16], length: width * 0.72, depth: 20 },
    { at: [west + width * 0.28, south + height * 0.55], length: width * 0.32, depth: height * (0.2 + random() * 0.1) },
    { at: [west + width * 0.74, south + height * 0.62], length: width * 0.24, depth: height * 0.34 },
  ];
}

function isPublic(cell: Cell): boolean {
  return places.some(
    ({ kind, at: [u, v] }) => kind !== 'station' && u > cell.west && u < cell.east && v > cell.south && v < cell.north,
  );
}

/** Returns true where a house may be: dry at both ends, outside the parks and away from the demo estates. */
function isFree({ at, length, depth }: Building, estates: readonly Point[]): boolean {
  const spots = [-0.5, 0, 0.5].flatMap((along) =>
    [-0.5, 0.5].map(
      (across): Point => [at[0] + along * length, at[1] + across * (depth + 8) + streetGrain.rise * along * length],
    ),
  );
  return (
    !spots.some(isBarred) &&
    !estates.some(([x, y]) => Math.abs(x - at[0]) < slabPitch.along && Math.abs(y - at[1]) < slabPitch.across)
  );
}

/** Returns a block in the format of DistrictFile. */
function written(centre: Point, angle: number, buildings: readonly Building[]): string {
  const [x, y] = centre.map(Math.round) as [number, number];
  const figures = buildings.map((building) =>
    [building.at[0] - x, building.at[1] - y, building.length, building.depth].map(Math.round).join(),
  );
  return [Number(angle.toFixed(1)), `${x},${y}`, ...figures].join(' ');
}

function degrees(rise: number): number {
  return (Math.atan(rise) * 180) / Math.PI;
}

function fillCell(cell: Cell, random: () => number, estates: readonly Point[]): string | undefined {
  const kind = random();
  const draw = isPublic(cell) ? halls : kind < 0.78 ? slabs : kind < 0.92 ? towers : halls;
  const buildings = draw(cell, random)
    .map((building) => ({ ...building, at: bend(building.at) }))
    .filter((building) => isFree(building, estates));
  const [u, v] = [(cell.west + cell.east) / 2, (cell.south + cell.north) / 2];
  const [[x0, y0], [x1, y1]] = [bend([u - 50, v]), bend([u + 50, v])];
  return buildings.length > 0 ? written(bend([u, v]), degrees((y1 - y0) / (x1 - x0)), buildings) : undefined;
}

/** Returns every building of the district, the demo estates first; equal on every run. */
export function drawBlocks(): string[] {
  const random = seeded(seed);
  const estates = Object.keys(districtPlaces).map((name) =>
    estateBuildings(name).map(({ east, north }): Point => [east, north]),
  );
  const rows = estates.map((spots) =>
    written(
      spots[0] ?? [0, 0],
      degrees(streetGrain.rise),
      spots.map((at) => ({ at, ...slab })),
    ),
  );
  const filled = cells().map((cell) => fillCell(cell, random, estates.flat()));
  return [...rows, ...filled.filter((row) => row !== undefined)];
}
