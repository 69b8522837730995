import { extent } from 'd3-array';
import { type ScaleLinear, scaleLinear } from 'd3-scale';

/** Converts values to px and back. */
export type Scale = ScaleLinear<number, number>;

/** Ticks of a value axis; the first and the last are its ends. */
export interface ValueTicks {
  ticks: readonly number[];
  /** Digits after the point, the same for all ticks. */
  decimals: number;
}

/** Returns ticks from 0 to at least `highest`, about three above 0, with a round step: 1, 2, 5, 10, 20, 50 … */
export function ticksOf(highest: number): number[] {
  const rough = Math.max(1, highest / 3);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((candidate) => candidate * power).find((candidate) => candidate >= rough) ?? rough;
  return Array.from({ length: Math.ceil(Math.max(2, highest) / step) + 1 }, (_, index) => index * step);
}

/**
 * Returns round ticks around values that need not begin at 0; equal values are in the middle. Below 0 only for values
 * below 0.
 * @param most ticks that have room
 */
export function valueTicks(values: Iterable<number>, most = 7): ValueTicks {
  const [low = 0, high = 1] = extent(values);
  const pad = high - low < 1e-6 ? Math.max(1, Math.abs(low) * 0.02) : 0;
  const choices = [4, 3, 2, 1].map((count) => {
    const scale = scaleLinear([low < 0 ? low - pad : Math.max(0, low - pad), high + pad], [0, 1]).nice(count);
    return scale.ticks(count);
  });
  const ticks = choices.find((each) => each.length <= most) ?? choices.at(-1) ?? [low, high];
  const step = (ticks[1] ?? 1) - (ticks[0] ?? 0);
  return { ticks, decimals: Math.max(0, -Math.floor(Math.log10(step) + 1e-9)) };
}

/** Returns the vertical scale of a plot: the last tick is at `top`, the first at `bottom`. */
export function verticalScale({ ticks: marks }: Pick<ValueTicks, 'ticks'>, top: number, bottom: number): Scale {
  return scaleLinear([marks[0] ?? 0, marks.at(-1) || 1], [bottom, top]);
}
