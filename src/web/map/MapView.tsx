import { useEffect, useEffectEvent, useRef } from 'react';
import { createPortal } from 'react-dom';
import './markers.css';
import { districtCentre } from '#shared/district.ts';
import type { Camera } from './camera.ts';
import { MapControls, ScaleBar } from './MapControls.tsx';
import { Overlay } from './Overlay.tsx';
import { PlanBase } from './PlanBase.tsx';
import { fitted, project, type View } from './projection.ts';
import type { MapProps } from './types.ts';
import { useBase } from './use-base.ts';
import { useCamera } from './use-camera.ts';
import { useMapKeys } from './use-map-keys.ts';

const usualZoom = 16;
const districtZoom = 13.5;

type Size = { width: number; height: number };

/** Where the map should look: at `center`, else at all markers, ways and fences, else at the whole district. */
function aim({ center, zoom, markers, lines = [], zones = [] }: MapProps, size: Size): View {
  if (center) {
    return { ...center, zoom: zoom ?? usualZoom, ...size };
  }
  const fences = zones.flatMap((zone) => ('points' in zone ? zone.points : [zone.centre]));
  const points = [...markers, ...lines.flatMap((line) => line.points), ...fences];
  const padding = Math.min(72, size.height / 4, size.width / 4);
  const fit = fitted(points, size, padding, usualZoom);
  return { ...(fit ?? { ...districtCentre, zoom: districtZoom }), ...size };
}

/** Changes when the map should look somewhere else: another centre or other markers, not a marker that moved. */
function aimKey({ center, zoom, markers, zones = [] }: MapProps): string {
  return center
    ? `${center.lat},${center.lng},${zoom ?? usualZoom}`
    : [...markers, ...zones].map((one) => one.id).join();
}

function useAim(camera: Camera | undefined, props: MapProps): () => void {
  const lookAgain = useEffectEvent(() => camera?.show(aim(props, camera.getView())));
  const key = aimKey(props);
  const lastKey = useRef(key);
  useEffect(() => {
    if (key !== lastKey.current) {
      lastKey.current = key;
      lookAgain();
    }
  }, [key]);

  const follow = useEffectEvent((id: string | undefined) => {
    const marker = props.markers.find((one) => one.id === id);
    const view = camera?.getView();
    if (!marker || !view) {
      return;
    }
    const { x, y } = project(view, marker);
    if (x < 0 || y < 0 || x > view.width || y > view.height) {
      camera?.show({ lat: marker.lat, lng: marker.lng, zoom: view.zoom });
    }
  });
  useEffect(() => follow(props.selectedId), [props.selectedId]);
  return () => camera?.show(aim(props, camera.getView()));
}

export type MapViewProps = MapProps & {
  /** Address of an outside map, shown as a button. */
  link?: string | undefined;
  /** The map shows its first complete picture. */
  onReady?: () => void;
};

/** The map itself; with MapLibre in it, so load it through LazyMap. Needs nothing from outside our own origin. */
export default function MapView(props: MapViewProps) {
  const { theme, markers, lines = [], zones = [], height, selectedId, onMarkerClick, link, onReady } = props;
  const frame = useRef<HTMLDivElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const { base, failed, retry } = useBase();
  const running = useCamera({
    container,
    base,
    theme,
    firstView: (size) => aim(props, size),
    onReady: () => onReady?.(),
  });
  const camera = running?.camera;
  const showAll = useAim(camera, props);
  useMapKeys(frame, camera, showAll);
  return (
    <div
      ref={frame}
      className="map"
      data-theme={theme}
      data-renderer={running?.kind}
      style={{ height }}
      role="application"
      aria-label="地图：方向键移动，加减号缩放，0 显示全部"
    >
      <div className="map-container" ref={container} />
      {camera && base ? (
        <>
          {createPortal(
            <>
              {running.kind === 'plan' ? <PlanBase camera={camera} base={base} theme={theme} /> : null}
              <Overlay
                camera={camera}
                markers={markers}
                lines={lines}
                zones={zones}
                selectedId={selectedId}
                onMarkerClick={onMarkerClick}
              />
            </>,
            camera.host,
          )}
          <ScaleBar camera={camera} />
          <MapControls camera={camera} onShowAll={showAll} link={link} />
        </>
      ) : null}
      {failed ? (
        <p className="map-notice" role="status">
          底图没有载入，位置不受影响。
          <button type="button" onClick={retry}>
            重试
          </button>
        </p>
      ) : null}
    </div>
  );
}
