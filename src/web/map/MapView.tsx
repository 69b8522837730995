import { useEffect, useEffectEvent, useRef } from 'react';
import { createPortal } from 'react-dom';
import './markers.css';
import { aim, aimKey } from './aim.ts';
import type { Camera } from './camera.ts';
import { MapControls, ScaleBar } from './MapControls.tsx';
import { Overlay } from './Overlay.tsx';
import { PlanBase } from './PlanBase.tsx';
import { project } from './projection.ts';
import type { MapProps } from './types.ts';
import { useBase } from './use-base.ts';
import { useCamera } from './use-camera.ts';
import { useMapKeys } from './use-map-keys.ts';

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
