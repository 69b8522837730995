import { type ComponentProps, useMemo, useSyncExternalStore } from 'react';
import { Overlay } from '../markers/Overlay.tsx';
import type { CrowdLook, CrowdPoint, MapMarker } from '../types.ts';
import { nearestTo } from './nearest.ts';

/** Number of quiet people drawn without WebGL. */
export const planMost = 500;

const looks: Record<CrowdLook, Pick<MapMarker, 'kind' | 'level' | 'stale'>> = {
  alarm: { kind: 'alarm', level: 1 },
  outside: { kind: 'alarm', level: 2 },
  lost: { kind: 'alarm', level: 1 },
  stale: { kind: 'device', stale: true },
  fresh: { kind: 'device' },
  installed: { kind: 'installed' },
  home: { kind: 'home' },
};

type Props = ComponentProps<typeof Overlay> & { crowd: readonly CrowdPoint[] };

/** Markers and, of the crowd, those nearest the middle of the view, as elements. */
export function PlanOverlay({ crowd, ...overlay }: Props) {
  const { camera, markers } = overlay;
  const { lat, lng, zoom } = useSyncExternalStore(camera.subscribe, camera.getView);
  // A tenth of the view: whom 500 leaves out is seldom within it.
  const step = 360 / 2 ** zoom / 10;
  const [atLat, atLng] = [Math.round(lat / step) * step, Math.round(lng / step) * step];
  const people = useMemo(
    () =>
      nearestTo(crowd, { lat: atLat, lng: atLng }, planMost).map(
        (point): MapMarker => ({ ...point, label: '', quiet: true, ...looks[point.look] }),
      ),
    [crowd, atLat, atLng],
  );
  return <Overlay {...overlay} markers={[...markers, ...people]} />;
}
