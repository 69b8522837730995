import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Position } from '#shared/district.ts';
import '../map.css';
import '../markers/markers.css';
import './crowd.css';
import { BaseNotice } from '../BaseNotice.tsx';
import { PlanBase } from '../base/PlanBase.tsx';
import { useBase } from '../base/useBase.ts';
import { useDivisions } from '../base/useDivisions.ts';
import type { Camera } from '../camera/camera.ts';
import { initialView } from '../camera/initialView.ts';
import { projectNear } from '../camera/projection.ts';
import { useCamera } from '../camera/useCamera.ts';
import { useMapKeys } from '../camera/useMapKeys.ts';
import { MapControls, ScaleBar } from '../MapControls.tsx';
import { Overlay } from '../markers/Overlay.tsx';
import { PlaceChip } from '../PlaceChip.tsx';
import type { CrowdMapProps } from './crowdMapProps.ts';
import { frameOf } from './frame.ts';
import { PlanOverlay, planMost } from './PlanOverlay.tsx';
import { useCrowd } from './useCrowd.ts';

/** Zoom at which a chosen person is shown. */
const closeUp = 16;
/** Zoom below which a chosen person is only a point among many. */
const farOff = 13.5;
/** Time that the map waits for the first people, ms: their view is then its first, and the ground is drawn once. */
const firstPlacesMs = 1000;

function isUnseen(camera: Camera, position: Position, covered = { width: 0, height: 0 }): boolean {
  const view = camera.getView();
  const { x, y } = projectNear(view, position);
  return x < 0 || y < 0 || x > view.width || y > view.height || (x < covered.width && y < covered.height);
}

/** Moves the view: to everybody at first, to `focus` if that is out of sight, with `followed`; else never. */
function useCrowdView(
  camera: Camera | undefined,
  { focus, followed, crowd, covered }: CrowdMapProps,
  showAll: () => void,
) {
  const shownFocus = useRef<Position>(undefined);
  const hasView = useRef(false);
  const isLoaded = crowd !== undefined && crowd.length > 0;
  const aim = useEffectEvent((on: Camera) => {
    if (focus && shownFocus.current !== focus) {
      const { zoom } = on.getView();
      if (!hasView.current || zoom < farOff || isUnseen(on, focus, covered))
        on.show({ lat: focus.lat, lng: focus.lng, zoom: hasView.current ? Math.max(zoom, closeUp) : closeUp });
      shownFocus.current = focus;
      hasView.current = true;
    } else if (!hasView.current && isLoaded) {
      showAll();
      hasView.current = true;
    }
  });
  useEffect(() => {
    if (camera && (focus || isLoaded)) aim(camera);
  }, [camera, focus, isLoaded]);
  const lat = followed?.lat;
  const lng = followed?.lng;
  useEffect(() => {
    if (camera && lat !== undefined && lng !== undefined) camera.show({ lat, lng, zoom: camera.getView().zoom });
  }, [camera, lat, lng]);
}

/** Returns whether the first people, or where to look, are known; true after a while without them. */
function useFirstPlaces({ crowd, focus }: CrowdMapProps): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), firstPlacesMs);
    return () => clearTimeout(timer);
  }, []);
  return isLate || crowd !== undefined || focus !== undefined;
}

/** A live map of up to 50,000 people; it includes MapLibre. The view moves only by the user, `focus` and `followed`. */
export default function CrowdMap(props: CrowdMapProps) {
  const { theme, crowd, markers, lines = [], zones = [], selectedId, focus, onChoose, onPile, onUserMove } = props;
  const frame = useRef<HTMLDivElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const [isDrawn, setDrawn] = useState(false);
  const { base, failed, retry } = useBase(focus ? [focus.lng, focus.lat, focus.lng, focus.lat] : null);
  const everything = useEffectEvent(() => [...(crowd ?? []), ...markers]);
  const hasPlaces = useFirstPlaces(props);
  const running = useCamera({
    container,
    base: hasPlaces ? base : undefined,
    theme,
    firstView: (size, ground) => {
      const all = focus ? undefined : frameOf(everything(), size);
      return all ? { ...all, ...size } : initialView({ markers: focus ? [{ ...focus, ...named }] : [] }, size, ground);
    },
    onReady: () => setDrawn(true),
  });
  const camera = running?.camera;
  const divisions = useDivisions(running);
  const showAll = useCallback(() => {
    const target = camera && frameOf(everything(), camera.getView());
    if (target) camera?.show(target);
  }, [camera]);
  useCrowdView(camera, props, showAll);
  const showAllByUser = () => {
    onUserMove();
    showAll();
  };
  useMapKeys(frame, camera, showAllByUser);
  const moved = useEffectEvent(() => onUserMove());
  useEffect(() => camera?.onUserMove(() => moved()), [camera]);
  useCrowd(running, props);
  const drawn = { markers, lines, zones, selectedId, onMarkerClick: onChoose, onPile };
  return (
    <div
      ref={frame}
      className="map crowd-map text-text overflow-hidden relative h-full"
      data-theme={theme}
      data-renderer={running?.kind}
      data-drawn={isDrawn || undefined}
      data-crowd={crowd?.length}
      role="application"
      aria-label="地图：方向键移动，加减号缩放，0 显示全部"
    >
      <div className="map-container" ref={container} />
      {running && camera && base ? (
        <>
          {createPortal(
            <>
              {running.kind === 'plan' && <PlanBase camera={camera} base={base} divisions={divisions} theme={theme} />}
              {props.layer?.(camera)}
              {running.kind === 'plan' ? (
                <PlanOverlay camera={camera} crowd={crowd ?? []} {...drawn} />
              ) : (
                <Overlay camera={camera} {...drawn} />
              )}
            </>,
            camera.host,
          )}
          <PlaceChip camera={camera} base={base} drawsTiles={running.kind === 'gl'} />
          <ScaleBar camera={camera} />
          <MapControls camera={camera} onShowAll={showAllByUser} link={undefined} />
        </>
      ) : (
        !failed && (
          <p className="map-waiting absolute inset-0 grid place-content-center text-text2" role="status">
            地图载入中
          </p>
        )
      )}
      <BaseNotice base={base} failed={failed} onRetry={retry}>
        {running?.kind === 'plan' && (crowd?.length ?? 0) > planMost
          ? `浏览器没有 WebGL：只画离地图中心最近的 ${planMost} 人，列表不受影响`
          : null}
      </BaseNotice>
    </div>
  );
}

const named = { id: 'focus', kind: 'device', label: '' } as const;
