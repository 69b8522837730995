import { PMTiles, TileType } from 'pmtiles';
import type { Box } from '../base/boundary.ts';
import type { TileId } from './shiftedTile.ts';

/** A PMTiles file of which parts are fetched. */
export interface Archive {
  isVector: boolean;
  /** Names of the layers of vector tiles. */
  layers: readonly string[];
  minZoom: number;
  bounds: Box;
  /** Returns the bytes of a tile; undefined where the file has none. */
  read: (id: TileId, signal: AbortSignal) => Promise<ArrayBuffer | undefined>;
}

interface Metadata {
  vector_layers?: { id: string }[];
}

/** Opens the file at an address; it includes the reader, so load it lazily. Rejects if the file does not come. */
export async function openArchive(address: string): Promise<Archive> {
  const file = new PMTiles(address);
  const { tileType, minZoom, minLon, minLat, maxLon, maxLat } = await file.getHeader();
  const isVector = tileType === TileType.Mvt;
  const { vector_layers: layers = [] } = isVector ? ((await file.getMetadata()) as Metadata) : {};
  return {
    isVector,
    layers: layers.map(({ id }) => id),
    minZoom,
    bounds: [minLon, minLat, maxLon, maxLat],
    read: async ({ z, x, y }, signal) => (await file.getZxy(z, x, y, signal))?.data,
  };
}
