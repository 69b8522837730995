/**
 * Draws the map base of the invented district and writes src/web/map/base/district.json. Run by hand after a change:
 * node script/make-map.ts
 */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { districtCentre, districtPlaces, estateBuildings } from '../src/shared/district.ts';
import type { DistrictFile } from '../src/web/map/base/format.ts';
import { drawBlocks } from './map/buildings.ts';
import { bend, eastward, labels, northward, parks, places, riverside, type Street, waters } from './map/plan.ts';
import { isInside, type Point, type Polygon } from './map/shapes.ts';

const reach = { east: 3000, north: 2550 } as const;
/** Metres between two points of a street: fine enough for the bend of the grid. */
const streetStep = 60;

/** Returns points in the format of DistrictFile. */
function written(points: readonly Point[]): string {
  return points.map(([x, y]) => `${Math.round(x)},${Math.round(y)}`).join(' ');
}

/** Cuts a street where it would run through the lake or, for a minor one, through a park. */
function streetLines(street: Street, limit: number, point: (along: number) => Point): string[] {
  const barred: readonly Polygon[] = street.major ? waters.slice(0, 1) : [...waters.slice(0, 1), ...parks];
  const lines: Point[][] = [[]];
  for (let along = street.from ?? -limit; along <= (street.to ?? limit); along += streetStep) {
    const position = bend(point(along));
    if (!barred.some((polygon) => isInside(position, polygon))) {
      lines.at(-1)?.push(position);
    } else if (lines.at(-1)?.length) {
      lines.push([]);
    }
  }
  return lines.filter((line) => line.length > 2).map(written);
}

function drawRoads(): DistrictFile['roads'] {
  const draw = (streets: readonly Street[], limit: number, point: (offset: number, along: number) => Point) =>
    streets.flatMap((street) =>
      streetLines(street, limit, (along) => point(street.at, along)).map((line) => ({
        name: street.name,
        kind: street.major ? ('major' as const) : ('minor' as const),
        line,
      })),
    );
  return [
    ...draw(northward, reach.north, (offset, along) => [offset, along]),
    ...draw(eastward, reach.east, (offset, along) => [along, offset]),
  ];
}

function estateLabels(): DistrictFile['labels'] {
  return Object.keys(districtPlaces).map((name) => {
    const buildings = estateBuildings(name);
    const middle = (axis: 'east' | 'north') =>
      buildings.reduce((sum, building) => sum + building[axis], 0) / buildings.length;
    return { name, kind: 'estate', at: written([[middle('east'), middle('north')]]) };
  });
}

/** Draws the whole base. Pure: returns an equal file on every run and machine. */
export function makeMap(): DistrictFile {
  return {
    centre: [districtCentre.lng, districtCentre.lat],
    water: waters.map(written),
    park: [riverside, ...parks].map(written),
    roads: drawRoads(),
    blocks: drawBlocks(),
    labels: [...labels.map((label) => ({ ...label, at: written([label.at]) })), ...estateLabels()],
    places: places.map((place) => ({ ...place, at: written([bend(place.at)]) })),
  };
}

const target = new URL('../src/web/map/base/district.json', import.meta.url);
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(target, `${JSON.stringify(makeMap(), null, 2)}\n`);
}
