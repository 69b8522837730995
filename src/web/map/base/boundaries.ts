import * as addresses from 'virtual:boundaries';
import type { Position } from '#shared/district.ts';
import { type Boundary, type BoundaryFile, type Box, containing, nearestTo, overlap } from './boundary.ts';

/** What the map lies on where nothing finer is drawn. */
export type Boundaries = { countries: readonly Boundary[]; provinces: readonly Boundary[] };

async function fetchFile(address: string): Promise<readonly Boundary[]> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`boundaries: HTTP ${response.status}`);
  // Our own build asset, made by script/map/boundaries.ts.
  return ((await response.json()) as BoundaryFile).features;
}

let loading: Promise<Boundaries> | undefined;

/** Fetches countries and provinces once per page; after a failure the next call tries again. */
export function loadBoundaries(): Promise<Boundaries> {
  loading ??= Promise.all([fetchFile(addresses.countries), fetchFile(addresses.provinces)]).then(
    ([countries, provinces]) => ({ countries, provinces }),
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

let loaded: readonly Boundary[] = [];
const requests = new Map<string, Promise<void>>();
const listeners = new Set<() => void>();

/** The prefectures that have come so far; the same array until more come. */
export const getDivisions = (): readonly Boundary[] => loaded;

/** Calls back whenever more prefectures have come; returns the way to stop. */
export function subscribeDivisions(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function fetchDivisions(code: string, address: string): Promise<void> {
  try {
    const boundaries = await fetchFile(address);
    loaded = [...loaded, ...boundaries];
    for (const listener of listeners) listener();
  } catch {
    // The next move of the map asks again.
    requests.delete(code);
  }
}

/** Fetches the prefectures of every province that lies in the box, each province once; settles when all have come or failed. */
export async function loadDivisions(box: Box): Promise<void> {
  const provinces = addresses.divisions.filter((province) => overlap(province.box, box));
  const coming = provinces.map(({ code, address }) => {
    const request = requests.get(code) ?? fetchDivisions(code, address);
    requests.set(code, request);
    return request;
  });
  await Promise.all(coming);
}

/** The smallest known division around a position: a prefecture or municipal district, a province, a country. */
export function divisionAt(boundaries: Boundaries, position: Position): Boundary | undefined {
  return (
    containing(loaded, position) ??
    containing(boundaries.provinces, position) ??
    containing(boundaries.countries, position)
  );
}

/** Coasts are drawn straighter than they are: so far off them a position still counts as at the land, metres. */
const offCoast = 30_000;

/**
 * 北京市 东城区, 浙江省 衢州市, 葡萄牙; just off a coast as drawn 近葡萄牙; on the high seas nothing. Near a border it may be
 * the neighbour: the shapes are good to a kilometre.
 */
export function placeName(boundaries: Boundaries, position: Position): string | undefined {
  const division = divisionAt(boundaries, position);
  const near = division ?? nearestTo([...loaded, ...boundaries.countries], position, offCoast);
  if (!near) return undefined;
  const { code, name } = near.properties;
  const above = addresses.divisions.find((province) => province.code === code.slice(0, 2))?.name;
  return `${division ? '' : '近'}${above && above !== name ? `${above} ` : ''}${name}`;
}
