import { mapApi } from '#shared/contract/map.ts';
import { callApi } from '#web/api/request.ts';
import { openTiles, type TileBase, type TileSetting } from '../tiles/tileBase.ts';
import { type Boundaries, loadBoundaries, loadDivisions } from './boundaries.ts';
import type { Box } from './boundary.ts';
import { type Base, decodeBase } from './decode.ts';
import type { DistrictFile } from './format.ts';

/**
 * Data of the map's base; `district` is the fictional one of the demo data, if there are demo data. `tiles` are those of
 * the setting, drawn above; `tilesFailed`: they could not be opened.
 */
export type MapBase = { boundaries: Boundaries; district: Base | null; tiles: TileBase | null; tilesFailed?: boolean };

/** Bare ground, for a base that could not be fetched. */
export const bareBase: MapBase = { boundaries: { countries: [], provinces: [] }, district: null, tiles: null };

const address = new URL('./district.json', import.meta.url).href;

async function fetchDistrict({ demo }: TileSetting): Promise<Base | null> {
  if (!demo) return null;
  const response = await fetch(address);
  if (!response.ok) throw new Error(`map base: HTTP ${response.status}`);
  // An asset of this build, named by its content; the generator's test proves its shape.
  return decodeBase((await response.json()) as DistrictFile);
}

/** Returns a function that loads once; after a failure the next call tries again. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

const loadSetting = once(() => callApi(mapApi.getMapBase, {}));
const loadDistrict = once(async () => fetchDistrict(await loadSetting()));
const loadTiles = once(async () => openTiles(await loadSetting()));

/**
 * Fetches and decodes the map base, each part once per page, with the prefectures within the box; after a failure the
 * next call tries again. Rejects if a part but the tiles fails.
 */
export async function loadBase(box: Box | null): Promise<MapBase> {
  const [boundaries, district, [tiles]] = await Promise.all([
    loadBoundaries(),
    loadDistrict(),
    Promise.allSettled([loadTiles()]),
    box && loadDivisions(box),
  ]);
  const isOpen = tiles.status === 'fulfilled';
  return { boundaries, district, tiles: isOpen ? tiles.value : null, ...(!isOpen && { tilesFailed: true }) };
}
