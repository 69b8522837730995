import type { Answers, ScaleDefinition } from '../definition.ts';
import { seededScales } from '../seeds.ts';

/** Returns a scale of every installation. */
export function seeded(code: string): ScaleDefinition {
  const scale = seededScales.find((one) => one.code === code);
  if (!scale) throw new Error(`no scale ${code}`);
  return scale;
}

/** Returns answers in the order of the items; `codes` are parted by spaces, `-` leaves an item open, `/` parts. */
export function answersOf({ items }: ScaleDefinition, codes: string): Answers {
  const list = codes.split(/[ /]+/);
  if (list.length !== items.length) throw new Error(`${list.length} answers for ${items.length} items`);
  return Object.fromEntries(
    items.flatMap(({ code }, index) => (list[index] === '-' ? [] : [[code, list[index] ?? '']])),
  );
}

/** Returns the best answer of each item. */
export function bestOf({ items }: ScaleDefinition): Record<string, string> {
  return Object.fromEntries(items.map(({ code, options: [best] }) => [code, best?.code ?? '']));
}

/** Returns answers that sum to a total as far as points allow: the highest that still fit, item by item. */
export function summingTo({ items }: ScaleDefinition, total: number): Record<string, string> {
  const pointsOf = ({ options }: ScaleDefinition['items'][number]) => options.map(({ points }) => points);
  let rest = total - items.reduce((sum, item) => sum + Math.min(...pointsOf(item)), 0);
  return Object.fromEntries(
    items.map((item) => {
      const lowest = Math.min(...pointsOf(item));
      const points = Math.max(...pointsOf(item).filter((one) => one === lowest || one - lowest <= rest));
      rest -= points - lowest;
      return [item.code, item.options.find((option) => option.points === points)?.code ?? ''];
    }),
  );
}
