import { useSyncExternalStore } from 'react';
import type { Camera } from '../camera/camera.ts';
import { metresPerPixel, type Pixel, project, type Viewport } from '../camera/projection.ts';
import type { MapTheme } from '../types.ts';
import type { Boundary } from './boundary.ts';
import { type Base, emptyBase, type Label, type LngLat, type Road } from './decode.ts';
import type { MapBase } from './load.ts';
import { PlanBoundaries } from './PlanBoundaries.tsx';
import { areaUntil, type Palette, palettes, roadMetres, shownFrom } from './palette.ts';

/*
 * The base as SVG, for browsers without WebGL. Only the visible part is drawn, and all shapes of a kind are one path,
 * so that panning stays fast.
 */

function toPixel(viewport: Viewport, [lng, lat]: LngLat): Pixel {
  return project(viewport, { lng, lat });
}

function isNear(viewport: Viewport, { x, y }: Pixel, margin: number): boolean {
  return x > -margin && y > -margin && x < viewport.width + margin && y < viewport.height + margin;
}

function path(viewport: Viewport, lines: readonly (readonly LngLat[])[]): string {
  return lines
    .map((line) => {
      const points = line.map((point) => toPixel(viewport, point));
      return `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`;
    })
    .join('');
}

/** Returns the text angle in degrees of a street's segment, and whether its name is set in a column. */
function grain(from: Pixel, to: Pixel): { turn: number; column: boolean } {
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const upright = angle > 90 ? angle - 180 : angle < -90 ? angle + 180 : angle;
  const column = Math.abs(upright) > 60;
  return { turn: column ? upright - 90 * Math.sign(upright) : upright, column };
}

/** Pixels between two labels of a street. */
const nameEvery = 420;

function RoadNames({ viewport, road, color, halo }: { viewport: Viewport; road: Road; color: string; halo: string }) {
  const points = road.line.map((point) => toPixel(viewport, point));
  let since = nameEvery / 2;
  return points.slice(1).map((to, index) => {
    const from = points[index] ?? to;
    since += Math.hypot(to.x - from.x, to.y - from.y);
    const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    if (since < nameEvery || !isNear(viewport, middle, 0)) {
      return null;
    }
    since = 0;
    const { turn, column } = grain(from, to);
    return (
      <text
        key={`${to.x}:${to.y}`}
        className={column ? 'map-plan-column' : undefined}
        transform={`translate(${middle.x} ${middle.y}) rotate(${turn.toFixed(1)})`}
        fill={color}
        stroke={halo}
        letterSpacing="3"
      >
        {road.name}
      </text>
    );
  });
}

function isShown({ kind }: Pick<Label, 'kind'>, zoom: number): boolean {
  if (kind === 'area') {
    return zoom < areaUntil;
  }
  return (
    zoom >=
    { building: shownFrom.number, estate: shownFrom.estate, park: shownFrom.nature, water: shownFrom.nature }[kind]
  );
}

function labelColor(kind: Label['kind'], colors: Palette): string {
  return {
    area: colors.text,
    estate: colors.text,
    building: colors.faintText,
    park: colors.parkText,
    water: colors.waterText,
  }[kind];
}

function Names({ viewport, base, colors }: { viewport: Viewport; base: Base; colors: Palette }) {
  const roads = base.roads.filter(({ kind }) => viewport.zoom >= (kind === 'major' ? 13 : shownFrom.minorName));
  const labels = base.labels.filter((label) => isShown(label, viewport.zoom));
  const places = viewport.zoom >= shownFrom.place ? base.places : [];
  return (
    <g className="map-plan-names">
      {roads.map((road) => (
        <RoadNames
          key={`${road.name}${road.line[0]}`}
          viewport={viewport}
          road={road}
          color={colors.faintText}
          halo={road.kind === 'major' ? colors.major : colors.minor}
        />
      ))}
      {places.map(({ name, kind, at }) => {
        const { x, y } = toPixel(viewport, at);
        const color = kind === 'hospital' ? colors.hospital : colors.place;
        return (
          <g key={name} transform={`translate(${x} ${y})`}>
            <circle r="3.5" fill={color} />
            <text x="8" className="map-plan-place" fill={color} stroke={colors.halo}>
              {name}
            </text>
          </g>
        );
      })}
      {labels.map(({ name, kind, at }) => {
        const { x, y } = toPixel(viewport, at);
        return (
          <text key={`${name}${at}`} data-kind={kind} x={x} y={y} fill={labelColor(kind, colors)} stroke={colors.halo}>
            {name}
          </text>
        );
      })}
    </g>
  );
}

function Roads({ viewport, base, colors }: { viewport: Viewport; base: Base; colors: Palette }) {
  const scale = metresPerPixel(viewport);
  const kinds = ['minor', 'major'] as const;
  const draw = (edge: boolean) =>
    kinds.map((kind) => (
      <path
        key={`${kind}${edge}`}
        d={path(
          viewport,
          base.roads.filter((road) => road.kind === kind).map((road) => road.line),
        )}
        stroke={edge ? colors[`${kind}Edge`] : colors[kind]}
        strokeWidth={roadMetres[kind] / scale + (edge ? 2 : 0)}
      />
    ));
  return (
    <g className="map-plan-roads">
      {draw(true)}
      {draw(false)}
    </g>
  );
}

/** One path per area: where a stream meets the lake, a common path would leave a hole. */
function Areas({ viewport, rings, color }: { viewport: Viewport; rings: readonly LngLat[][]; color: string }) {
  return rings.map((ring) => <path key={String(ring[0])} d={path(viewport, [ring])} fill={color} />);
}

type Drawing = { viewport: Viewport; base: Base; colors: Palette };

function Streets({ viewport, base, colors }: Drawing) {
  const buildings =
    viewport.zoom < shownFrom.building
      ? []
      : base.buildings.filter(([corner]) => corner && isNear(viewport, toPixel(viewport, corner), 120));
  return (
    <>
      <Areas viewport={viewport} rings={base.park} color={colors.park} />
      <Areas viewport={viewport} rings={base.water} color={colors.water} />
      <path d={path(viewport, buildings)} fill={colors.building} stroke={colors.buildingEdge} />
      <Roads viewport={viewport} base={base} colors={colors} />
      <Names viewport={viewport} base={base} colors={colors} />
    </>
  );
}

type Props = { camera: Camera; base: MapBase; divisions: readonly Boundary[]; theme: MapTheme };

/** Draws the base in the camera's view. */
export function PlanBase({ camera, base: { boundaries, district }, divisions, theme }: Props) {
  const viewport = useSyncExternalStore(camera.subscribe, camera.getView);
  const colors = palettes[theme];
  const sea = boundaries.countries.length > 0 ? colors.sea : colors.ground;
  return (
    <svg className="map-plan absolute inset-0" width={viewport.width} height={viewport.height} aria-hidden="true">
      <rect width="100%" height="100%" fill={sea} />
      <PlanBoundaries viewport={viewport} boundaries={boundaries} divisions={divisions} colors={colors} />
      {viewport.zoom >= shownFrom.district ? (
        <Streets viewport={viewport} base={district ?? emptyBase} colors={colors} />
      ) : null}
    </svg>
  );
}
