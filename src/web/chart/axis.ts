/** Returns ticks from 0 to at least `highest`, about three above 0, with a round step: 1, 2, 5, 10, 20, 50 … */
export function ticksOf(highest: number): number[] {
  const rough = Math.max(1, highest / 3);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((candidate) => candidate * power).find((candidate) => candidate >= rough) ?? rough;
  return Array.from({ length: Math.ceil(Math.max(2, highest) / step) + 1 }, (_, index) => index * step);
}
