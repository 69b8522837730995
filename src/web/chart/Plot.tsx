// chart: small drawings of our own, without a library; each has its figures as a sentence or a table beside it.
import './chart.css';
import { type ReactNode, useId } from 'react';
import { count } from '#web/data/format.ts';

/** Places on a plot, in px of its own. */
export interface Scale {
  /** Across, from 0 at the left end to 1 at the right one. */
  x: (share: number) => number;
  y: (value: number) => number;
}

interface Props {
  width: number;
  height: number;
  /** Room for the figures of the axis at the left and for the last point at the right. */
  left: number;
  right?: number;
  /** Rising from 0; the last is the top. */
  ticks: readonly number[];
  /** What it shows, as a sentence, for whoever does not see it. */
  label: string;
  className?: string;
  children: (scale: Scale) => ReactNode;
}

const top = 6;
const bottom = 20;

/** The frame of a small drawing: lines at round figures, and what is drawn over them; labels below stand in its last 20 px. */
export function Plot({ width, height, left, right = 0, ticks, label, className, children }: Props) {
  const title = useId();
  const highest = ticks.at(-1) || 1;
  const x = (share: number) => left + (width - left - right) * share;
  const y = (value: number) => top + (height - top - bottom) * (1 - value / highest);
  return (
    <svg
      className={className ? `plot ${className}` : 'plot'}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-labelledby={title}
    >
      <title id={title}>{label}</title>
      {ticks.map((value) => (
        <g key={value}>
          <path className={value === 0 ? 'axis' : undefined} d={`M${left} ${y(value)}H${width - right}`} />
          <text x={left - 8} y={y(value) + 4} textAnchor="end">
            {count(value)}
          </text>
        </g>
      ))}
      {children({ x, y })}
    </svg>
  );
}
