import { useEffect, useEffectEvent, useRef } from 'react';
import { createPortal } from 'react-dom';
import './markers/markers.css';
import { BaseNotice } from './BaseNotice.tsx';
import type { Box } from './base/boundary.ts';
import { bareBase, type MapBase } from './base/load.ts';
import { PlanBase } from './base/PlanBase.tsx';
import { useBase } from './base/useBase.ts';
import { useDivisions } from './base/useDivisions.ts';
import type { Camera } from './camera/camera.ts';
import { initialView, initialViewKey } from './camera/initialView.ts';
import { projectNear, type Viewport } from './camera/projection.ts';
import { useCamera } from './camera/useCamera.ts';
import { useMapKeys } from './camera/useMapKeys.ts';
import { usePlacing } from './camera/usePlacing.ts';
import { MapControls, ScaleBar } from './MapControls.tsx';
import { Overlay } from './markers/Overlay.tsx';
import { PlaceChip } from './PlaceChip.tsx';
import type { MapProps } from './types.ts';

function isOutside(viewport: Viewport, place: { lat: number; lng: number }): boolean {
  const { x, y } = projectNear(viewport, place);
  return x < 0 || y < 0 || x > viewport.width || y > viewport.height;
}

/** Returns the first position of the map, as a box without size. */
function firstPlace({ center, markers, selectedId }: MapProps): Box | null {
  const position = center ?? markers.find(({ id }) => id === selectedId) ?? markers[0];
  return position ? [position.lng, position.lat, position.lng, position.lat] : null;
}

function useAim(camera: Camera | undefined, base: MapBase, props: MapProps): () => void {
  const showInitial = useEffectEvent(() => camera?.show(initialView(props, camera.getView(), base)));
  const key = initialViewKey(props);
  const lastKey = useRef(key);
  useEffect(() => {
    if (key !== lastKey.current) {
      lastKey.current = key;
      showInitial();
    }
  }, [key]);

  const selected = props.markers.find(({ id }) => id === props.selectedId);
  const last = useRef<{ id: string; lat: number; lng: number }>(undefined);
  const follow = useEffectEvent(() => {
    const viewport = camera?.getView();
    if (!selected || !viewport) {
      return;
    }
    const previous = last.current;
    last.current = { id: selected.id, lat: selected.lat, lng: selected.lng };
    // If the user has moved the map away from a marker, the map does not follow it.
    const lost = previous?.id === selected.id && isOutside(viewport, previous);
    if (!lost && isOutside(viewport, selected)) {
      camera?.show({ lat: selected.lat, lng: selected.lng, zoom: viewport.zoom });
    }
  });
  const place = selected && `${selected.id},${selected.lat},${selected.lng}`;
  useEffect(() => {
    if (place !== undefined) follow();
  }, [place]);
  return () => camera?.show(initialView(props, camera.getView(), base, true));
}

export type MapViewProps = MapProps & {
  /** URL of an external map, shown as a button. */
  link?: string | undefined;
  /** Called when the first picture is complete. */
  onReady?: () => void;
};

/** The map itself; it includes MapLibre, so load it through LazyMap. Fetches only tiles of the setting from another origin. */
export default function MapView(props: MapViewProps) {
  const { theme, markers, lines = [], zones = [], height, selectedId, onMarkerClick, link, onReady } = props;
  const frame = useRef<HTMLDivElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const { base, failed, retry } = useBase(firstPlace(props));
  const running = useCamera({
    container,
    base,
    theme,
    firstView: (size, ground) => initialView(props, size, ground),
    onReady: () => onReady?.(),
  });
  const camera = running?.camera;
  const divisions = useDivisions(running);
  const showAll = useAim(camera, base ?? bareBase, props);
  useMapKeys(frame, camera, showAll);
  usePlacing(camera, props.onPlace);
  return (
    <div
      ref={frame}
      className="map text-text overflow-hidden relative"
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
              {running.kind === 'plan' ? (
                <PlanBase camera={camera} base={base} divisions={divisions} theme={theme} />
              ) : null}
              <Overlay
                camera={camera}
                markers={markers}
                lines={lines}
                zones={zones}
                selectedId={selectedId}
                onMarkerClick={onMarkerClick}
              />
              {props.layer?.({ camera, gl: running.kind === 'gl' ? running.camera.map : undefined })}
            </>,
            camera.host,
          )}
          <PlaceChip camera={camera} base={base} drawsTiles={running.kind === 'gl'} />
          <ScaleBar camera={camera} />
          <MapControls camera={camera} onShowAll={showAll} link={link} />
        </>
      ) : null}
      <BaseNotice base={base} failed={failed} onRetry={retry} />
    </div>
  );
}
