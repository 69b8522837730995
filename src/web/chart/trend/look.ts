import { type Series, type Shape, shapes } from '../series.ts';

/** Number of colours in trend.css. */
const tones = 5;

/** Returns colour, shape and line of a series by its place in the panel. */
export function lookOf(
  { tone, shape, line = true }: Pick<Series, 'tone' | 'shape' | 'line'>,
  place: number,
): { tone: number; shape: Shape; line: boolean } {
  return { tone: tone ?? (place % tones) + 1, shape: shape ?? shapes[place % shapes.length] ?? 'circle', line };
}
