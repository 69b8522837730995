import { Circle, Pentagon, Redo2, Route, Undo2 } from 'lucide-react';
import { lazy, Suspense, useMemo, useState, useSyncExternalStore } from 'react';
import { useTheme } from '#web/core/theme.ts';
import type { Camera } from '#web/map/camera/camera.ts';
import { fitted } from '#web/map/camera/projection.ts';
import { DotLayer, type Dots } from '#web/map/draw/DotLayer.tsx';
import type { DrawToolProps } from '#web/map/draw/DrawTool.tsx';
import { type DrawnShape, ringOf } from '#web/map/draw/shape.ts';
import { LazyMap } from '#web/map/LazyMap.tsx';
import { Button } from '#web/ui/Button.tsx';
import type { TrialResult } from '../trial/useTrial.ts';
import { type DraftShape, type LatLng, type ShapeKind, shapeKinds } from './draft.ts';
import { EventLayer } from './EventLayer.tsx';
import { ShapeLayer } from './ShapeLayer.tsx';
import type { ShapeHistory } from './useShapeHistory.ts';

const DrawTool = lazy(() => import('#web/map/draw/DrawTool.tsx'));

const icons: Record<ShapeKind, typeof Circle> = { circle: Circle, polygon: Pentagon, corridor: Route };
const drawKinds = { circle: 'circle', polygon: 'polygon', corridor: 'line' } as const;

/** Returns the shape as far as it can be drawn; undefined while too little of it is there. */
export function drawnShape({ kind, centre, radius = 0, points }: DraftShape): DrawnShape | undefined {
  const { lat, lng } = centre;
  if (kind === 'circle')
    return lat === undefined || lng === undefined || radius <= 0 ? undefined : { kind, centre: { lat, lng }, radius };
  const least = kind === 'polygon' ? 3 : 2;
  return points.length < least ? undefined : { kind: drawKinds[kind], points };
}

/** Returns the draft with a shape that was drawn. */
function withDrawn(draft: DraftShape, drawn: DrawnShape): DraftShape {
  return drawn.kind === 'circle'
    ? { ...draft, centre: drawn.centre, radius: drawn.radius }
    : { ...draft, points: drawn.points };
}

/** Looks of dots: places of the colours. */
const looks = { inside: 0, outside: 1 } as const;
const hollow = 2;

function dotsOf({ fixes, trial }: TrialResult): Dots {
  const look = trial.verdicts.map((verdict) =>
    verdict === 'inside' || verdict === 'outside' ? looks[verdict] : hollow,
  );
  return { lat: fixes.map(({ lat }) => lat), lng: fixes.map(({ lng }) => lng), look };
}

const colours = {
  home: ['--primary-text', '--level2', '--text3'],
  safe: ['--primary-text', '--level2', '--text3'],
  forbidden: ['--level2', '--primary-text', '--text3'],
  stay: ['--primary-text', '--text3', '--text3'],
} as const;

interface Props {
  history: ShapeHistory;
  /** Name on the border. */
  name: string;
  isForbidden: boolean;
  editable: boolean;
  stored: DraftShape | undefined;
  shown: TrialResult | undefined;
  /** Where the map looks first where there is no shape. */
  home: LatLng | undefined;
}

type LayerProps = Props & { camera: Camera; draw: Omit<DrawToolProps, 'onDrag' | 'onDone'> | undefined };

/** Size of a shape in words: 300 m. */
export function sizeText({ kind, radius, width, points }: DraftShape): string {
  if (kind === 'circle') return radius === undefined ? '' : `${Math.round(radius)} m`;
  return kind === 'corridor' ? `宽 ${width ?? ''} m` : `${points.length} 个角`;
}

function FenceLayer({ camera, draw, history, name, isForbidden, stored, shown }: LayerProps) {
  const viewport = useSyncExternalStore(camera.subscribe, camera.getView);
  const dots = useMemo(() => shown && dotsOf(shown), [shown]);
  const { live, settled, drag, set } = history;
  const storedShape = stored && drawnShape(stored);
  const isChanged = stored && JSON.stringify(storedShape) !== JSON.stringify(drawnShape(live));
  return (
    <>
      {dots && shown && (
        <DotLayer viewport={viewport} dots={dots} colours={colours[shown.fence.kind]} hollow={hollow} />
      )}
      <ShapeLayer
        viewport={viewport}
        shape={drawnShape(live)}
        width={live.width ?? 0}
        forbidden={isForbidden}
        label={`${name} ${sizeText(live)}`.trim()}
        stored={
          storedShape && isChanged
            ? { shape: storedShape, width: stored.width ?? 0, label: `现行 ${sizeText(stored)}` }
            : undefined
        }
      />
      {shown && (
        <EventLayer
          viewport={viewport}
          rings={shown.trial.events.filter(({ rings }) => rings)}
          lone={shown.days.flatMap(({ lone }) => lone)}
          zone={shown.zone}
        />
      )}
      {draw && (
        <Suspense fallback={null}>
          <DrawTool
            {...draw}
            onDrag={(drawn) => drag(withDrawn(settled, drawn))}
            onDone={(drawn) => set(withDrawn(settled, drawn), '')}
          />
        </Suspense>
      )}
    </>
  );
}

/** Size for which the first view is chosen; the map shows about this much of it at any size. */
const usual = { width: 900, height: 460 };

/** Returns the first view: the shape, else the home, with room around. */
function firstView(shape: DrawnShape | undefined, home: LatLng | undefined) {
  const points = !shape ? [] : shape.kind === 'circle' ? ringOf(shape.centre, shape.radius) : shape.points;
  const view = fitted(points, usual, 80, 17);
  if (view) return { center: { lat: view.lat, lng: view.lng }, zoom: view.zoom };
  return home ? { center: home, zoom: 15 } : {};
}

/** Map of the editor: the fence to draw on, the try-out on it. Without WebGL the typed values draw it. */
export function FenceMap(props: Props) {
  const { history, editable, home } = props;
  const { live, settled } = history;
  const theme = useTheme();
  const [view, setView] = useState(() => firstView(drawnShape(settled), home));
  if (!('center' in view) && home) setView(firstView(drawnShape(settled), home));
  const drawn = useMemo(() => drawnShape(live), [live]);
  const choose = (kind: ShapeKind) => history.set({ ...settled, kind }, 'kind');
  return (
    <div className="fence-map relative flex-1 min-h-0" data-kind={live.kind}>
      <LazyMap
        theme={theme}
        height="100%"
        markers={[]}
        {...view}
        layer={({ camera, gl }) => (
          <FenceLayer
            {...props}
            camera={camera}
            draw={gl && editable ? { map: gl, theme, kind: drawKinds[live.kind], shape: drawn } : undefined}
          />
        )}
      />
      {editable && (
        <div className="fence-tools absolute flex gap-3">
          <fieldset className="fence-tool-row flex rounded-md border border-border bg-elevated" aria-label="画">
            {Object.entries(shapeKinds).map(([kind, label]) => {
              const Icon = icons[kind as ShapeKind];
              return (
                <button
                  key={kind}
                  type="button"
                  aria-pressed={live.kind === kind}
                  onClick={() => choose(kind as ShapeKind)}
                >
                  <Icon size={15} aria-hidden /> {label}
                </button>
              );
            })}
          </fieldset>
          <div className="fence-tool-row flex rounded-md border border-border bg-elevated">
            <button
              type="button"
              aria-label="撤销"
              title="撤销（Ctrl Z）"
              disabled={!history.undo}
              onClick={history.undo}
            >
              <Undo2 size={15} aria-hidden />
            </button>
            <button
              type="button"
              aria-label="重做"
              title="重做（Ctrl Y）"
              disabled={!history.redo}
              onClick={history.redo}
            >
              <Redo2 size={15} aria-hidden />
            </button>
          </div>
          {live.kind !== 'circle' && live.points.length > 0 && (
            <Button onClick={() => history.set({ ...settled, points: [] }, '')}>重画</Button>
          )}
        </div>
      )}
      <ul className="fence-legend absolute flex gap-4 px-3 rounded-md border border-border bg-elevated text-xs leading-7">
        <li data-look="in">在内</li>
        <li data-look="out">在外</li>
        <li data-look="none">不算</li>
      </ul>
    </div>
  );
}
