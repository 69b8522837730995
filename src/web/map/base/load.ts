import { mapApi } from '#shared/map.ts';
import { callApi } from '#web/api/request.ts';
import { type Boundaries, loadBoundaries, loadDivisions } from './boundaries.ts';
import type { Box } from './boundary.ts';
import { type Base, decodeBase } from './decode.ts';
import type { DistrictFile } from './format.ts';

/** What the map is drawn from; `district` is the invented one of the demo data, where there are demo data. */
export type MapBase = { boundaries: Boundaries; district: Base | null };

/** Bare ground, for what could not be fetched. */
export const bareBase: MapBase = { boundaries: { countries: [], provinces: [] }, district: null };

const address = new URL('./district.json', import.meta.url).href;
let district: Promise<Base | null> | undefined;

async function fetchDistrict(): Promise<Base | null> {
  const { demo } = await callApi(mapApi.getMapBase, {});
  if (!demo) return null;
  const response = await fetch(address);
  if (!response.ok) throw new Error(`map base: HTTP ${response.status}`);
  // Our own build asset, named by its content: its shape is proven by the generator's test.
  return decodeBase((await response.json()) as DistrictFile);
}

function loadDistrict(): Promise<Base | null> {
  district ??= fetchDistrict().catch((error: unknown) => {
    district = undefined;
    throw error;
  });
  return district;
}

/**
 * Fetches and unpacks the map base, each part once per page, with the prefectures that lie in the box; after a failure the
 * next call tries again. Rejects when a part does not come.
 */
export async function loadBase(box: Box | null): Promise<MapBase> {
  const [boundaries, districtFile] = await Promise.all([loadBoundaries(), loadDistrict(), box && loadDivisions(box)]);
  return { boundaries, district: districtFile };
}
