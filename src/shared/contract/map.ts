import { get, nullable, strict } from '../endpoint.ts';
import { Type } from '../typebox.ts';

/** Bases of maps: the bundled one, tiles of a service, one file that the server sends. */
export const mapKinds = { none: '内置底图', raster: '在线瓦片', pmtiles: 'PMTiles 文件' } as const;
export const datums = { wgs84: 'WGS-84（国际）', gcj02: 'GCJ-02（国测局）' } as const;

/** Address of the file of kind `pmtiles`. */
export const tilesPath = '/map/tiles.pmtiles';

export const mapSettingProps = {
  kind: Type.Enum(Object.keys(mapKinds) as (keyof typeof mapKinds)[], { title: '底图' }),
  /** Address of tiles, with `{z}`, `{x}` and `{y}`. */
  url: nullable(Type.String()),
  /** Coordinates of the tiles; everything drawn and clicked is converted. */
  datum: Type.Enum(Object.keys(datums) as (keyof typeof datums)[], { title: '坐标系' }),
  /** With the map review number (审图号). */
  attribution: nullable(Type.String()),
  maxZoom: Type.Integer(),
};

/** Shared endpoint: every screen with a map calls it. */
export const mapApi = {
  getMapBase: get('/api/map/getMapBase', {
    title: '地图底图',
    permission: 'public',
    output: strict({
      demo: Type.Boolean({ description: 'the invented district of the demo data may be drawn' }),
      ...mapSettingProps,
    }),
  }),
};
