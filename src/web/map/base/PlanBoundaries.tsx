import { boxOf, project, type Viewport } from '../camera/projection.ts';
import type { Boundaries } from './boundaries.ts';
import { type Boundary, overlap } from './boundary.ts';
import { type Palette, shownFrom } from './palette.ts';

function outline(viewport: Viewport, { geometry }: Boundary): string {
  return geometry.coordinates
    .flat()
    .map((ring) => {
      const points = ring.map(([lng = 0, lat = 0]) => project(viewport, { lng, lat }));
      return `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`;
    })
    .join('');
}

function Shapes({
  viewport,
  of,
  fill,
  stroke,
}: {
  viewport: Viewport;
  of: readonly Boundary[];
  fill: string;
  stroke: string;
}) {
  return (
    <g fill={fill} fillRule="evenodd" stroke={stroke}>
      {of.map((boundary) => (
        <path key={`${boundary.properties.code}${boundary.properties.name}`} d={outline(viewport, boundary)} />
      ))}
    </g>
  );
}

function Names({ viewport, of, colors }: { viewport: Viewport; of: readonly Boundary[]; colors: Palette }) {
  return of.map(({ properties: { code, name, at } }) => {
    const { x, y } = project(viewport, { lng: at[0], lat: at[1] });
    return (
      <text key={`${code}${name}`} x={x} y={y} fill={colors.text} stroke={colors.halo}>
        {name}
      </text>
    );
  });
}

type Props = { viewport: Viewport; boundaries: Boundaries; divisions: readonly Boundary[]; colors: Palette };

/** Countries and provinces, at higher zoom prefectures, as SVG, including islands far from a country's largest part. */
export function PlanBoundaries({ viewport, boundaries, divisions, colors }: Props) {
  const box = boxOf(viewport);
  const near = viewport.zoom >= shownFrom.division;
  const inView = (all: readonly Boundary[]) => all.filter(({ properties }) => overlap(properties.box, box));
  const finest = near ? inView(divisions) : inView(boundaries.provinces);
  return (
    <>
      <Shapes viewport={viewport} of={inView(boundaries.countries)} fill={colors.ground} stroke={colors.country} />
      <Shapes viewport={viewport} of={finest} fill={colors.ground} stroke={near ? colors.division : colors.province} />
      <g className="map-plan-names">
        <Names viewport={viewport} of={near ? finest : [...inView(boundaries.countries), ...finest]} colors={colors} />
      </g>
    </>
  );
}
