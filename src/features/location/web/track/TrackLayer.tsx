import { memo, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Position } from '#shared/district.ts';
import type { Camera } from '#web/map/camera/camera.ts';
import { projectNear } from '#web/map/camera/projection.ts';
import { DotLayer } from '#web/map/draw/DotLayer.tsx';
import { useNow } from '#web/map/markers/age.ts';
import { placeLabels } from '#web/map/markers/labelPlaces.ts';
import { inView, labelOf } from '#web/map/markers/markerLabels.ts';
import type { MapMarker } from '#web/map/types.ts';
import { nearestPlace, placeAt, type Way } from './readWay.ts';
import type { ReplayTime } from './useReplay.ts';
import { wayPath } from './wayPath.ts';
import { crossingText, lengthText, minuteText, type WayClock } from './wayText.ts';
import type { Covered } from './wayView.ts';
import { wayView } from './wayView.ts';

type SignKind = 'start' | 'stop' | 'crossing' | 'gap';
type Sign = Position & { id: string; kind: SignKind; text: string };

interface Props {
  camera: Camera;
  /** Markers above the way; the most important first: labels of the way leave room for theirs. */
  markers: readonly MapMarker[];
  way: Way;
  clock: WayClock;
  /** Draws each point, those out of the line too. */
  raw: boolean;
  time: ReplayTime;
  stepped: boolean;
  /** A way that opens is shown whole beside what is covered; without it the view stays. */
  covered?: Covered | undefined;
}

/** Stops and gaps with a sign, the longest. */
const mostSigns = 60;
const longest = (times: readonly { from: number; to: number }[]) =>
  times.toSorted((a, b) => b.to - b.from - (a.to - a.from)).slice(0, mostSigns);

/** Returns the signs of a way, the most important first. */
function signsOf({ pieces, stops, gaps, crossings, from }: Way, clock: WayClock): Sign[] {
  const sign = (kind: SignKind, at: number, text: string, place = nearestPlace(pieces, at)): Sign[] =>
    place
      ? [{ id: `${kind}${at}`, kind, text: `${minuteText(at, clock)} ${text}`, lat: place.lat, lng: place.lng }]
      : [];
  return [
    ...crossings
      .slice(-mostSigns)
      .flatMap((crossing) => sign('crossing', Date.parse(crossing.at), crossingText(crossing))),
    ...sign('start', from, '起点'),
    ...longest(stops).flatMap((stop) => sign('stop', stop.from, `停留 ${lengthText(stop)}`)),
    ...longest(gaps).flatMap((gap) => sign('gap', gap.from, `起 ${lengthText(gap)}没有定位`)),
  ];
}

const shapes: Record<SignKind, React.ReactNode> = {
  start: <rect x="-6" y="-6" width="12" height="12" rx="2" />,
  stop: <circle r="7" />,
  crossing: <path d="M0-8 8 0 0 8-8 0z" />,
  gap: <circle r="5" />,
};

const colours = ['--level4-text', '--level2-text', '--text3'];

/** Returns all points as dots: in the line, a jump, inaccurate. */
const dotsOf = ({ points, leftOut }: Way) => ({
  lat: points.map(({ lat }) => lat),
  lng: points.map(({ lng }) => lng),
  look: leftOut.map((why) => (why === null ? 0 : why === 'jump' ? 1 : 2)),
});

/** Shows a way whole when it opens. */
function useWayView({ camera, way, covered }: Pick<Props, 'camera' | 'way' | 'covered'>) {
  useEffect(() => {
    if (!covered) return;
    // After the first view of the map itself, which it takes when it has drawn its layers.
    const frame = requestAnimationFrame(() => {
      const view = wayView(way, camera.getView(), covered);
      if (view) camera.show(view);
    });
    return () => cancelAnimationFrame(frame);
  }, [camera, way, covered]);
}

/** The way with its signs, below the people of the map. */
export const TrackLayer = memo(function TrackLayer(props: Props) {
  const { camera, markers, way, clock, raw, time, stepped, covered } = props;
  useWayView({ camera, way, covered });
  const now = useNow(30_000);
  const viewport = useSyncExternalStore(camera.subscribe, camera.getView);
  const signs = useMemo(() => signsOf(way, clock), [way, clock]);
  const dots = useMemo(() => (raw ? dotsOf(way) : null), [way, raw]);
  const placed = signs
    .map((sign) => ({ ...sign, ...projectNear(viewport, sign), signSize: 16, alwaysShown: false }))
    .filter(({ x, y }) => x > -20 && y > -20 && x < viewport.width + 20 && y < viewport.height + 20);
  const above = inView(markers, viewport).map((marker) => labelOf(marker, undefined, now));
  const sides = placeLabels([...above, ...placed], viewport);
  return (
    <div className="map-overlay track-layer pointer-events-none overflow-hidden" data-points={way.points.length}>
      <svg className="absolute inset-0" width={viewport.width} height={viewport.height} aria-hidden="true">
        {way.pieces.map((piece) => (
          <path key={piece[0]?.at} className="map-line" d={wayPath(viewport, piece)} />
        ))}
      </svg>
      {dots && <DotLayer viewport={viewport} dots={dots} colours={colours} hollow={2} />}
      {placed.toReversed().map(({ id, kind, text, x, y }) => (
        <div
          key={id}
          className="track-sign absolute"
          data-kind={kind}
          data-side={sides.get(id)}
          style={{ transform: `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)` }}
        >
          <svg width="20" height="20" viewBox="-10 -10 20 20" aria-hidden="true">
            {shapes[kind]}
          </svg>
          {sides.has(id) && <span className="track-label absolute whitespace-nowrap text-[13px]">{text}</span>}
        </div>
      ))}
      <TrackHead {...{ camera, way, time, stepped }} />
    </div>
  );
});

/** Where the person was at the time of the replay. */
function TrackHead({ camera, way, time, stepped }: Pick<Props, 'camera' | 'way' | 'time' | 'stepped'>) {
  const viewport = useSyncExternalStore(camera.subscribe, camera.getView);
  const at = useSyncExternalStore(time.subscribe, time.get);
  const place = placeAt(way.pieces, at, stepped);
  if (!place || at >= way.to) return null;
  const { x, y } = projectNear(viewport, place);
  return (
    <div className="track-head absolute" style={{ transform: `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)` }} />
  );
}
