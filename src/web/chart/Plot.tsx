// chart: SVG drawn by React over d3's scales and shapes; each chart has its figures as a sentence or a table beside it.
import './chart.css';
import { scaleLinear } from 'd3-scale';
import { type ReactNode, useId } from 'react';
import { count } from '#web/data/format.ts';
import { ValueAxis } from './Axes.tsx';
import { type Scale, verticalScale } from './axis.ts';

/** Converts values to px of the plot. */
interface Scales {
  /** Horizontal position of a share: 0 is the left end, 1 the right end. */
  x: Scale;
  y: Scale;
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
  children: (scales: Scales) => ReactNode;
}

const top = 6;
const bottom = 20;

/** Frame of a small chart: grid lines at round values, the chart on top, labels in the bottom 20 px. */
export function Plot({ width, height, left, right = 0, ticks, label, className, children }: Props) {
  const title = useId();
  const x = scaleLinear([0, 1], [left, width - right]);
  const y = verticalScale({ ticks }, top, height - bottom);
  return (
    <svg
      className={className ? `plot ${className}` : 'plot'}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-labelledby={title}
    >
      <title id={title}>{label}</title>
      <ValueAxis y={y} ticks={ticks} left={left} right={width - right} text={count} />
      {children({ x, y })}
    </svg>
  );
}
