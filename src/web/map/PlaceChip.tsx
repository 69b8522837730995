import { useSyncExternalStore } from 'react';
import { getDivisions, placeName, subscribeDivisions } from './base/boundaries.ts';
import type { MapBase } from './base/load.ts';
import { shownFrom } from './base/palette.ts';
import type { Camera } from './camera/camera.ts';
import { isInDistrict } from './camera/districtZoom.ts';
import { isCovered } from './tiles/tileBase.ts';

const never = () => () => undefined;

/** Region at the map's centre, and whose picture it is or how far it can be trusted. */
export function PlaceChip({ camera, base, drawsTiles }: { camera: Camera; base: MapBase; drawsTiles: boolean }) {
  const viewport = useSyncExternalStore(camera.subscribe, camera.getView);
  useSyncExternalStore(subscribeDivisions, getDivisions);
  const tiles = useSyncExternalStore(base.tiles?.status.subscribe ?? never, () => base.tiles?.status.get());
  const isOnTiles = drawsTiles && base.tiles !== null && tiles !== 'failing' && isCovered(base.tiles, viewport);
  const invented =
    !isOnTiles && base.district !== null && viewport.zoom >= shownFrom.district && isInDistrict(viewport);
  if (invented)
    return (
      <p className="map-chip pointer-events-none absolute rounded-sm text-xs leading-4.5 text-text2" data-demo>
        <b>演示</b> 虚构街道，不是真实地图
      </p>
    );
  return (
    <p className="map-chip pointer-events-none absolute rounded-sm text-xs leading-4.5 text-text2">
      {placeName(base.boundaries, viewport) ?? '不在已知的行政区划内'}{' '}
      <small className="text-xs text-text3">{isOnTiles ? base.tiles?.attribution : '行政区划示意'}</small>
    </p>
  );
}
