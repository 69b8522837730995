// chart: small charts without a library; each has its figures as a sentence or a table beside it.
import './chart.css';
import { type ReactNode, useId } from 'react';
import { count } from '#web/data/format.ts';

/** Converts values to px of the plot. */
export interface Scale {
  /** Horizontal position of a share: 0 is the left end, 1 the right end. */
  x: (share: number) => number;
  y: (value: number) => number;
}

interface Props {
  width: number;
  height: number;
  /** Margin for the axis labels at the left, and for the last point at the right. */
  left: number;
  right?: number;
  /** Axis ticks, ascending from 0; the last is the top. */
  ticks: readonly number[];
  /** Description of the chart as a sentence, for screen readers. */
  label: string;
  className?: string;
  children: (scale: Scale) => ReactNode;
}

const top = 6;
const bottom = 20;

/** Frame of a small chart: grid lines at round values, the chart on top, labels in the bottom 20 px. */
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
