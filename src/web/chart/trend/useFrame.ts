import { scaleLinear } from 'd3-scale';
import { useMemo } from 'react';
import { valueTicks } from '../axis.ts';
import { type Panel, placedOf, type Step, stepOf } from '../series.ts';
import { timeTicks } from '../timeAxis.ts';
import { positionsOf } from './cursor.ts';

/** Width of a figure on the axis, px. */
const digit = 7;
/** Least distance of two lines, px. */
const tickRoom = 28;
/** Room for half a date behind the last day, px. */
const right = 20;

/** Returns the positions, the shared time scale and what each plot draws, for a width in px. */
export function useFrame(panels: readonly Panel[], from: string, to: string, step: Step, zone: string, width: number) {
  return useMemo(() => {
    const span: [number, number] = [Date.parse(from), Date.parse(to)];
    const heights = panels.map(({ height }, place) => height ?? (place === 0 ? 200 : 96));
    const axes = panels.map((panel, place) =>
      valueTicks(valuesOf(panel, stepOf(panel, step)), Math.max(3, Math.floor((heights[place] ?? 0) / tickRoom))),
    );
    const texts = axes.flatMap(({ ticks, decimals }) => ticks.map((value) => value.toFixed(decimals).length));
    const left = Math.max(3, ...texts) * digit + 12;
    const x = scaleLinear(span, [left, Math.max(left + 1, width - right)]);
    const ticks = timeTicks(...span, width - left - right, zone);
    const plots = panels.map((panel, place) => ({
      ...{ panel, x, ticks, step: stepOf(panel, step), width, left, right },
      axis: axes[place] ?? { ticks: [0, 1], decimals: 0 },
      isLast: place === panels.length - 1,
      height: heights[place] ?? 0,
    }));
    return { positions: positionsOf(panels, step).filter((at) => at >= span[0] && at <= span[1]), x, plots };
  }, [panels, from, to, step, zone, width]);
}

/** Returns all values that must lie within the plot. */
function valuesOf({ series, bands = [] }: Panel, step: Step): number[] {
  const points = series.flatMap((each) => placedOf(each, step));
  return [
    ...points.flatMap(({ value, point }) => [value, point.min ?? value, point.max ?? value]),
    ...(series.some(({ bars }) => bars) ? (points.some(({ value }) => value > 0) ? [0] : [0, 4]) : []),
    ...bands.flatMap(({ low, high }) => [low ?? [], high ?? []].flat()),
  ];
}
