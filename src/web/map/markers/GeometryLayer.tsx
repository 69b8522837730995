import type { Position } from '#shared/district.ts';
import { metresPerPixel, type Pixel, projectNear, type Viewport } from '../camera/projection.ts';
import type { MapLine, MapMarker, MapZone } from '../types.ts';
import { textWidth } from './labelPlaces.ts';

function path(viewport: Viewport, points: readonly Position[]): string {
  return points
    .map((point, index) => {
      const { x, y } = projectNear(viewport, point);
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}

/** Name of a fence, on its line. */
function ZoneLabel({ point, text }: { point: Pixel; text: string }) {
  const width = textWidth(text);
  return (
    <g transform={`translate(${point.x.toFixed(1)} ${point.y.toFixed(1)})`}>
      <rect x={-width / 2} y="-11" width={width} height="22" rx="11" />
      <text>{text}</text>
    </g>
  );
}

function Zone({ viewport, zone }: { viewport: Viewport; zone: MapZone }) {
  if ('radius' in zone) {
    const { x, y } = projectNear(viewport, zone.centre);
    const radius = zone.radius / metresPerPixel(viewport);
    return (
      <g className={`map-zone map-zone-${zone.kind}`}>
        <circle cx={x} cy={y} r={radius} />
        <ZoneLabel point={{ x, y: y - radius }} text={zone.label} />
      </g>
    );
  }
  const corners = zone.points.map((point) => projectNear(viewport, point));
  const top = corners.reduce(
    (highest, corner) => (corner.y < highest.y ? corner : highest),
    corners[0] ?? { x: 0, y: 0 },
  );
  const line = path(viewport, zone.points);
  return (
    <g className={`map-zone map-zone-${zone.kind}`}>
      {zone.width === undefined ? (
        <path d={`${line}Z`} />
      ) : (
        <>
          <path className="map-zone-way" d={line} style={{ strokeWidth: zone.width / metresPerPixel(viewport) }} />
          <path d={line} />
        </>
      )}
      <ZoneLabel point={top} text={zone.label} />
    </g>
  );
}

function Accuracy({ viewport, marker }: { viewport: Viewport; marker: MapMarker }) {
  const { x, y } = projectNear(viewport, marker);
  const radius = (marker.accuracy ?? 0) / metresPerPixel(viewport);
  return <circle className="map-accuracy" data-level={marker.level} cx={x} cy={y} r={radius} />;
}

type Props = {
  viewport: Viewport;
  markers: readonly MapMarker[];
  lines: readonly MapLine[];
  zones: readonly MapZone[];
};

/** Everything drawn to scale on the ground: fences, the accuracy of positions (metres), tracks. */
export function GeometryLayer({ viewport, markers, lines, zones }: Props) {
  return (
    <svg className="map-ground absolute inset-0" width={viewport.width} height={viewport.height} aria-hidden="true">
      {zones.map((zone) => (
        <Zone key={zone.id} viewport={viewport} zone={zone} />
      ))}
      {markers
        .filter((marker) => marker.accuracy !== undefined)
        .map((marker) => (
          <Accuracy key={marker.id} viewport={viewport} marker={marker} />
        ))}
      {lines.map((line) => (
        <path
          key={line.id}
          className="map-line"
          data-dashed={line.dashed || undefined}
          d={path(viewport, line.points)}
        />
      ))}
    </svg>
  );
}
