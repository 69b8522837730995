import { districtPlaces, estateBuildings, metresPerDegree } from '#shared/district.ts';
import type { DistrictFile, LabelKind, PlaceKind, RoadKind } from './format.ts';

/** WGS-84 [longitude, latitude], the order of GeoJSON. */
export type LngLat = [number, number];

export type Label = { name: string; kind: LabelKind | 'building'; at: LngLat };
export type Road = { name: string; kind: RoadKind; line: LngLat[] };

/** The map base in degrees, ready to draw. Rings are closed. */
export type Base = {
  water: LngLat[][];
  park: LngLat[][];
  roads: Road[];
  buildings: LngLat[][];
  labels: Label[];
  places: { name: string; kind: PlaceKind; at: LngLat }[];
};

/** The base if it could not be fetched: bare ground. */
export const emptyBase: Base = { water: [], park: [], roads: [], buildings: [], labels: [], places: [] };

type Local = readonly [east: number, north: number];

function points(text: string): Local[] {
  return text.split(' ').map((pair) => {
    const [east = 0, north = 0] = pair.split(',').map(Number);
    return [east, north];
  });
}

/** Returns the corners in metres of every building of a block. */
function outlines(block: string): Local[][] {
  const [turn, place = '', ...buildings] = block.split(' ');
  const [x = 0, y = 0] = place.split(',').map(Number);
  const angle = (Number(turn) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) / 2, Math.sin(angle) / 2];
  return buildings.map((building) => {
    const [dx = 0, dy = 0, length = 0, depth = 0] = building.split(',').map(Number);
    const corner = (a: number, b: number): Local => [
      x + dx + a * length * cos - b * depth * sin,
      y + dy + a * length * sin + b * depth * cos,
    ];
    return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
  });
}

/** Decodes the checked-in file into degrees, and adds the numbers of the estates' buildings. */
export function decodeBase(file: DistrictFile): Base {
  const [lng = 0, lat = 0] = file.centre;
  const degrees = ([east, north]: Local): LngLat => [
    lng + east / metresPerDegree.lng,
    lat + north / metresPerDegree.lat,
  ];
  const ring = (corners: Local[]): LngLat[] => [...corners, ...corners.slice(0, 1)].map(degrees);
  const spot = (encoded: string): LngLat => degrees(points(encoded)[0] ?? [0, 0]);
  const numbers = Object.keys(districtPlaces).flatMap((name) =>
    estateBuildings(name).map(({ east, north }, index): Label => {
      return { name: `${index + 1}幢`, kind: 'building', at: degrees([east, north]) };
    }),
  );
  return {
    water: file.water.map((shore) => ring(points(shore))),
    park: file.park.map((shore) => ring(points(shore))),
    roads: file.roads.map((road) => ({ ...road, line: points(road.line).map(degrees) })),
    buildings: file.blocks.flatMap(outlines).map(ring),
    labels: [...file.labels.map((label) => ({ ...label, at: spot(label.at) })), ...numbers],
    places: file.places.map((place) => ({ ...place, at: spot(place.at) })),
  };
}
