import './chart.css';
import { extent } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import type { WarnLevel } from '#shared/codes.ts';
import { LevelMark } from './Mark.tsx';

interface Props {
  /** At equal distances, oldest first; null: a gap. */
  values: readonly (number | null)[];
  /** Normal range as a ground, open where a side is missing. */
  low?: number;
  high?: number;
  /** Level of the newest value: the line ends in its sign. */
  level?: WarnLevel | null;
  /** px. */
  width?: number;
  height?: number;
  /** Description as a sentence; without it the figures beside the line say everything. */
  label?: string;
}

/** Half of the sign at the end, px. */
const edge = 6;

/** Course of a value without axes, for tiles and rows; its value and age are beside it. */
export function Spark({ values, low, high, level, width = 104, height = 28, label }: Props) {
  const known = values.filter((value) => value !== null);
  const [lowest = 0, highest = 1] = extent([...known, ...[low ?? [], high ?? []].flat()]);
  const pad = lowest === highest ? 1 : 0;
  const x = scaleLinear([0, Math.max(1, values.length - 1)], [2, width - edge - 1]);
  const y = scaleLinear([lowest - pad, highest + pad], [height - edge, edge]);
  const path = line<number | null>()
    .defined((value) => value !== null)
    .x((_, index) => x(index))
    .y((value) => y(value ?? 0))([...values]);
  const end = values.findLastIndex((value) => value !== null);
  const place = { x: x(end), y: y(values[end] ?? 0) };
  const look = { className: 'spark', width, height, viewBox: `0 0 ${width} ${height}` };
  const drawing = (
    <>
      {(low !== undefined || high !== undefined) && (
        <rect
          width={width}
          y={high === undefined ? 0 : y(high)}
          height={(low === undefined ? height : y(low)) - (high === undefined ? 0 : y(high))}
        />
      )}
      <path className="line" d={path ?? ''} />
      {end >= 0 && (level ? <LevelMark {...place} level={level} size={12} /> : <End {...place} />)}
    </>
  );
  if (!label)
    return (
      <svg {...look} aria-hidden="true">
        {drawing}
      </svg>
    );
  return (
    <svg {...look} role="img" aria-label={label}>
      {drawing}
    </svg>
  );
}

function End({ x, y }: { x: number; y: number }) {
  return <circle className="end" cx={x} cy={y} r="2.5" />;
}
