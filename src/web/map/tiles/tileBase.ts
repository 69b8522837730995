import type { mapApi } from '#shared/contract/map.ts';
import { tilesPath } from '#shared/contract/map.ts';
import type { Position } from '#shared/district.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import type { Box } from '../base/boundary.ts';
import { shiftedTile, type TileId } from './shiftedTile.ts';
import { createTileStatus, type TileStatusStore } from './tileStatus.ts';

export type TileSetting = OutputOf<typeof mapApi.getMapBase>;

/** Tiles that are drawn above the bundled base. All of them are in WGS-84 here. */
export interface TileBase {
  /** Names of the layers of vector tiles; null: pictures. */
  vectorLayers: readonly string[] | null;
  attribution: string | null;
  minZoom: number;
  maxZoom: number;
  bounds: Box;
  status: TileStatusStore;
  getTile: (id: TileId, signal: AbortSignal) => Promise<ArrayBuffer | ImageBitmap>;
}

const world: Box = [-180, -85.051129, 180, 85.051129];
/** Time after which a tile counts as lost, ms. */
const tileLimit = 10_000;
/** Tiles of a shifted grid that stay in memory, since up to four tiles are drawn from each. */
const maxShared = 128;

/** Calls `get`, once for each tile that was asked for lately. */
function shared(get: (id: TileId) => Promise<ImageBitmap>): (id: TileId) => Promise<ImageBitmap> {
  const tiles = new Map<string, Promise<ImageBitmap>>();
  return (id) => {
    const key = `${id.z}/${id.x}/${id.y}`;
    const cached = tiles.get(key);
    if (cached) return cached;
    const coming = get(id);
    tiles.set(key, coming);
    coming.catch(() => tiles.delete(key));
    const [oldest = ''] = tiles.keys();
    if (tiles.size > maxShared) tiles.delete(oldest);
    return coming;
  };
}

async function fetchPicture(url: string, { z, x, y }: TileId, signal?: AbortSignal): Promise<ImageBitmap> {
  const filled = url.replaceAll('{z}', String(z)).replaceAll('{x}', String(x)).replaceAll('{y}', String(y));
  const limit = AbortSignal.timeout(tileLimit);
  const response = await fetch(filled, {
    ...{ credentials: 'omit', referrerPolicy: 'strict-origin-when-cross-origin' },
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
  });
  if (!response.ok) throw new Error(`tile: HTTP ${response.status}`);
  return createImageBitmap(await response.blob());
}

/** Returns tiles that enter into their status how loading them ended. */
function watched(tiles: Omit<TileBase, 'status'>): TileBase {
  const status = createTileStatus();
  const getTile: TileBase['getTile'] = async (id, signal) => {
    try {
      const tile = await tiles.getTile(id, signal);
      status.record(true);
      return tile;
    } catch (error) {
      if (!signal.aborted) status.record(false);
      throw error;
    }
  };
  return { ...tiles, status, getTile };
}

async function openFile({ attribution, maxZoom }: TileSetting): Promise<TileBase> {
  const { openArchive } = await import('./archive.ts');
  const { isVector, layers, minZoom, bounds, read } = await openArchive(new URL(tilesPath, location.origin).href);
  return watched({
    ...{ attribution, minZoom, maxZoom, bounds, vectorLayers: isVector ? layers : null },
    async getTile(id, signal) {
      const bytes = await read(id, signal);
      if (isVector) return bytes ?? new ArrayBuffer(0);
      if (!bytes) throw new Error('tile: none');
      return createImageBitmap(new Blob([bytes]));
    },
  });
}

/** Opens the tiles of the setting; null: the bundled base is all. Rejects if the server's file does not come. */
export async function openTiles(setting: TileSetting): Promise<TileBase | null> {
  const { kind, url, datum, attribution, maxZoom } = setting;
  if (kind === 'pmtiles') return openFile(setting);
  if (kind !== 'raster' || url === null) return null;
  const fetchShared = shared((id) => fetchPicture(url, id));
  return watched({
    ...{ attribution, minZoom: 0, maxZoom, bounds: world, vectorLayers: null },
    getTile: (id, signal) => (datum === 'gcj02' ? shiftedTile(id, fetchShared) : fetchPicture(url, id, signal)),
  });
}

/** Returns whether tiles may show a position. */
export function isCovered({ bounds: [west, south, east, north] }: TileBase, { lat, lng }: Position): boolean {
  return lng >= west && lng <= east && lat >= south && lat <= north;
}
