import type { ReactNode } from 'react';
import type { Scale } from './axis.ts';
import type { TimeTick } from './timeAxis.ts';

interface ValueProps {
  y: Scale;
  ticks: readonly number[];
  left: number;
  /** End of the lines, px. */
  right: number;
  text: (value: number) => string;
}

/** Lines at round values with their figures at the left; the lowest is the base line. */
export function ValueAxis({ y, ticks, left, right, text }: ValueProps) {
  return ticks.map((value, index) => (
    <g key={value}>
      <path className={index === 0 ? 'axis' : undefined} d={`M${left} ${y(value)}H${right}`} />
      <text x={left - 8} y={y(value) + 4} textAnchor="end">
        {text(value)}
      </text>
    </g>
  ));
}

interface TimeProps {
  x: Scale;
  ticks: readonly TimeTick[];
  /** Ends of the lines across the plot, px. */
  top: number;
  bottom: number;
  /** Height of the labels' base line, px; null: lines only, because the labels are below another plot. */
  labels: number | null;
}

/** Lines across the plot at times, with their labels. */
export function TimeAxis({ x, ticks, top, bottom, labels }: TimeProps): ReactNode {
  return ticks.map(({ at, labelAt, label, strong }) => (
    <g key={at}>
      <path className={strong ? 'midnight' : 'time'} d={`M${x(at)} ${top}V${bottom}`} />
      {labels !== null && (
        <text x={x(labelAt)} y={labels} textAnchor="middle">
          {label}
        </text>
      )}
    </g>
  ));
}
