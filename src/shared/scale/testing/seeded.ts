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
