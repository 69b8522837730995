import { useId } from 'react';
import { metresPerPixel, type Pixel, projectNear, type Viewport } from '#web/map/camera/projection.ts';
import type { DrawnShape } from '#web/map/draw/shape.ts';
import { textWidth } from '#web/map/markers/labelPlaces.ts';
import type { LatLng } from './draft.ts';

interface ShapeProps {
  viewport: Viewport;
  shape: DrawnShape;
  /** Metres, of a line. */
  width: number;
}

const pathOf = (viewport: Viewport, points: readonly LatLng[]) =>
  points
    .map((point, i) => {
      const { x, y } = projectNear(viewport, point);
      return `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');

/** Outline of a line with a width: what lies within the wider and not within the narrower stroke. */
function Corridor({ path, pixels }: { path: string; pixels: number }) {
  const mask = useId();
  // Inline, because the sheet of the zones has a width and a colour for every path.
  const stroke = (strokeWidth: number, colour?: string) => ({
    ...({ d: path, fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const),
    style: { strokeWidth: Math.max(0, strokeWidth), strokeDasharray: 'none', fill: 'none', stroke: colour },
  });
  return (
    <>
      <mask id={mask} maskUnits="userSpaceOnUse" x="-9999" y="-9999" width="19998" height="19998">
        <path {...stroke(pixels + 2, 'white')} />
        <path {...stroke(pixels - 2, 'black')} />
      </mask>
      <path {...stroke(pixels)} className="fence-ground" />
      <path {...stroke(pixels + 4)} mask={`url(#${mask})`} />
    </>
  );
}

function Shape({ viewport, shape, width }: ShapeProps) {
  if (shape.kind === 'circle') {
    const { x, y } = projectNear(viewport, shape.centre);
    return <circle cx={x} cy={y} r={Math.max(0, shape.radius) / metresPerPixel(viewport)} />;
  }
  const path = pathOf(viewport, shape.points);
  if (shape.kind === 'polygon') return <path d={`${path}Z`} />;
  return <Corridor path={path} pixels={width / metresPerPixel(viewport)} />;
}

/** Returns the highest point of a shape, where its label stands. */
function topOf(viewport: Viewport, shape: DrawnShape): Pixel {
  if (shape.kind === 'circle') {
    const { x, y } = projectNear(viewport, shape.centre);
    return { x, y: y - shape.radius / metresPerPixel(viewport) };
  }
  const points = shape.points.map((point) => projectNear(viewport, point));
  return points.reduce((top, point) => (point.y < top.y ? point : top), points[0] ?? { x: 0, y: 0 });
}

function bottomOf(viewport: Viewport, shape: DrawnShape): Pixel {
  const top = topOf(viewport, shape);
  if (shape.kind !== 'circle') return { x: top.x, y: top.y + 14 };
  return { x: top.x, y: top.y + (2 * shape.radius) / metresPerPixel(viewport) };
}

function Pill({ point, text }: { point: Pixel; text: string }) {
  const width = textWidth(text);
  return (
    <g transform={`translate(${point.x.toFixed(1)} ${point.y.toFixed(1)})`}>
      <rect x={-width / 2} y="-11" width={width} height="22" rx="11" />
      <text>{text}</text>
    </g>
  );
}

/** Line from the middle of a circle to its border, with the radius on it and a handle at its end. */
function Radius({ viewport, shape }: { viewport: Viewport; shape: DrawnShape & { kind: 'circle' } }) {
  const { x, y } = projectNear(viewport, shape.centre);
  const length = shape.radius / metresPerPixel(viewport);
  const [endX, endY] = [x + length * Math.cos(0.26), y + length * Math.sin(0.26)];
  const text = `${Math.round(shape.radius)} m`;
  const width = textWidth(text) - 6;
  return (
    <g className="fence-radius">
      <path d={`M${x} ${y}L${endX} ${endY}`} />
      <circle cx={x} cy={y} r="12" />
      <path
        className="fence-home"
        d="M-6-.2 0-5.6 6-.2M-4.2-1.4V5.4h8.4v-6.8M-1.2 5.4V1.8h2.4v3.6"
        transform={`translate(${x} ${y})`}
      />
      <rect className="fence-handle" x={endX - 6} y={endY - 6} width="12" height="12" rx="3" />
      {length > 60 && (
        <g transform={`translate(${(x + endX) / 2} ${(y + endY) / 2})`}>
          <rect className="fence-length" x={-width / 2} y="-11" width={width} height="22" rx="5" />
          <text>{text}</text>
        </g>
      )}
    </g>
  );
}

interface Props {
  viewport: Viewport;
  shape: DrawnShape | undefined;
  width: number;
  forbidden: boolean;
  label: string;
  /** The border in force. */
  stored: { shape: DrawnShape; width: number; label: string } | undefined;
}

/** The fence as it is drawn, to scale on the ground; the border in force dotted. */
export function ShapeLayer({ viewport, shape, width, forbidden, label, stored }: Props) {
  return (
    <svg
      className="pointer-events-none absolute inset-0"
      width={viewport.width}
      height={viewport.height}
      aria-hidden="true"
    >
      {stored && (
        <g className="fence-stored">
          <Shape viewport={viewport} shape={stored.shape} width={stored.width} />
          <text {...bottomOf(viewport, stored.shape)} dy="-8">
            {stored.label}
          </text>
        </g>
      )}
      {shape && (
        <g className={`map-zone ${forbidden ? 'map-zone-forbidden' : 'map-zone-safe'}`}>
          <Shape viewport={viewport} shape={shape} width={width} />
        </g>
      )}
      {shape?.kind === 'circle' && <Radius viewport={viewport} shape={shape} />}
      {shape && (
        <g className={`map-zone ${forbidden ? 'map-zone-forbidden' : 'map-zone-safe'}`}>
          <Pill point={topOf(viewport, shape)} text={label} />
        </g>
      )}
    </svg>
  );
}
