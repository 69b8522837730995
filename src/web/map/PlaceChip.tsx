import { useSyncExternalStore } from 'react';
import { getDivisions, placeName, subscribeDivisions } from './base/boundaries.ts';
import type { MapBase } from './base/load.ts';
import { shownFrom } from './base/palette.ts';
import type { Camera } from './camera/camera.ts';
import { isInDistrict } from './camera/districtZoom.ts';

/** Region at the map's centre, and a note on how far the picture can be trusted. */
export function PlaceChip({ camera, base }: { camera: Camera; base: MapBase }) {
  const viewport = useSyncExternalStore(camera.subscribe, camera.getView);
  useSyncExternalStore(subscribeDivisions, getDivisions);
  const invented = base.district !== null && viewport.zoom >= shownFrom.district && isInDistrict(viewport);
  if (invented)
    return (
      <p className="map-chip pointer-events-none absolute rounded-sm text-xs leading-4.5 text-text2" data-demo>
        <b>演示</b> 虚构街道，不是真实地图
      </p>
    );
  return (
    <p className="map-chip pointer-events-none absolute rounded-sm text-xs leading-4.5 text-text2">
      {placeName(base.boundaries, viewport) ?? '不在已知的行政区划内'}{' '}
      <small className="text-xs text-text3">行政区划示意</small>
    </p>
  );
}
