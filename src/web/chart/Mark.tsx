import { symbol, symbolCircle, symbolCross, symbolDiamond, symbolSquare, symbolTriangle } from 'd3-shape';
import type { WarnLevel } from '#shared/codes.ts';
import { LevelSign } from '#web/ui/icons.tsx';
import type { Shape } from './series.ts';

const kinds = {
  circle: symbolCircle,
  square: symbolSquare,
  triangle: symbolTriangle,
  diamond: symbolDiamond,
  cross: symbolCross,
};

/** Area of a mark, px². */
const area = 30;
const paths = new Map<string, string>();

function pathOf(shape: Shape, size: number): string {
  const key = `${shape} ${size}`;
  const path = paths.get(key) ?? symbol(kinds[shape], size)() ?? '';
  paths.set(key, path);
  return path;
}

interface MarkProps {
  x: number;
  y: number;
  shape: Shape;
  /** Area, px². */
  size?: number;
}

/** Mark of a series at a place of the plot, in the colour of the series. */
export function Mark({ x, y, shape, size = area }: MarkProps) {
  return <path className="mark-of" d={pathOf(shape, size)} transform={`translate(${x} ${y})`} />;
}

/** Sign of a level at a place of the plot: shape and colour as everywhere. */
export function LevelMark({ x, y, level, size = 14 }: { x: number; y: number; level: WarnLevel; size?: number }) {
  return (
    <g transform={`translate(${x - size / 2} ${y - size / 2})`}>
      <LevelSign level={level} size={size} />
    </g>
  );
}
