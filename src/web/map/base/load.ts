import { mapApi } from '#shared/contract/map.ts';
import { callApi } from '#web/api/request.ts';
import { type Boundaries, loadBoundaries, loadDivisions } from './boundaries.ts';
import type { Box } from './boundary.ts';
import { type Base, decodeBase } from './decode.ts';
import type { DistrictFile } from './format.ts';

/** Data of the map's base; `district` is the fictional one of the demo data, if there are demo data. */
export type MapBase = { boundaries: Boundaries; district: Base | null };

/** Bare ground, for a base that could not be fetched. */
export const bareBase: MapBase = { boundaries: { countries: [], provinces: [] }, district: null };

const address = new URL('./district.json', import.meta.url).href;
let district: Promise<Base | null> | undefined;

async function fetchDistrict(): Promise<Base | null> {
  const { demo } = await callApi(mapApi.getMapBase, {});
  if (!demo) return null;
  const response = await fetch(address);
  if (!response.ok) throw new Error(`map base: HTTP ${response.status}`);
  // An asset of this build, named by its content; the generator's test proves its shape.
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
 * Fetches and decodes the map base, each part once per page, with the prefectures within the box; after a failure the
 * next call tries again. Rejects if a part fails.
 */
export async function loadBase(box: Box | null): Promise<MapBase> {
  const [boundaries, districtFile] = await Promise.all([loadBoundaries(), loadDistrict(), box && loadDivisions(box)]);
  return { boundaries, district: districtFile };
}
