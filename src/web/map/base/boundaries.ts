import * as addresses from 'virtual:boundaries';
import type { Position } from '#shared/district.ts';
import { type Boundary, type BoundaryFile, type Box, containing, nearestTo, overlap } from './boundary.ts';

/** Boundaries drawn where there is no finer base. */
export type Boundaries = { countries: readonly Boundary[]; provinces: readonly Boundary[] };

async function fetchFile(address: string): Promise<readonly Boundary[]> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`boundaries: HTTP ${response.status}`);
  // An asset of this build, made by script/map/boundaries.ts.
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

/** Returns the prefectures loaded so far; the same array until more are loaded. */
export const getDivisions = (): readonly Boundary[] => loaded;

/** Calls `listener` when more prefectures are loaded; returns the function that unsubscribes. */
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
    // The next move of the map tries again.
    requests.delete(code);
  }
}

/**
 * Fetches the prefectures of every province within the box, each province once; resolves when all have loaded or
 * failed.
 */
export async function loadDivisions(box: Box): Promise<void> {
  const provinces = addresses.divisions.filter((province) => overlap(province.box, box));
  const coming = provinces.map(({ code, address }) => {
    const request = requests.get(code) ?? fetchDivisions(code, address);
    requests.set(code, request);
    return request;
  });
  await Promise.all(coming);
}

/** Returns the smallest known division around a position: a prefecture or municipal district, a province, a country. */
export function divisionAt(boundaries: Boundaries, position: Position): Boundary | undefined {
  return (
    containing(loaded, position) ??
    containing(boundaries.provinces, position) ??
    containing(boundaries.countries, position)
  );
}

/** Maximum distance from a coast at which a position counts as on land, metres, because coasts are simplified. */
const offCoast = 30_000;

/**
 * Returns 北京市 东城区, 浙江省 衢州市, 葡萄牙; just off a drawn coast 近葡萄牙; on the high seas undefined. Near a border it can be the
 * neighbour: the shapes are accurate to a kilometre.
 */
export function placeName(boundaries: Boundaries, position: Position): string | undefined {
  const division = divisionAt(boundaries, position);
  const near = division ?? nearestTo([...loaded, ...boundaries.countries], position, offCoast);
  if (!near) return undefined;
  const { code, name } = near.properties;
  const above = addresses.divisions.find((province) => province.code === code.slice(0, 2))?.name;
  return `${division ? '' : '近'}${above && above !== name ? `${above} ` : ''}${name}`;
}
