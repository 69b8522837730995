import type { ScaleDefinition } from '#shared/scale/definition.ts';

type Scale = Pick<ScaleDefinition, 'items'>;

const sumOf = ({ items }: Scale, places: readonly number[]) =>
  items.reduce((sum, { options }, index) => sum + (options[places[index] ?? 0]?.points ?? 0), 0);

/**
 * Returns answers to every item whose points add up to `total`, or just above where the scale has no such sum: from the
 * best ones on, one item after the other gets the next worse option.
 */
export function answersFor(scale: Scale, total: number): Record<string, string> {
  const { items } = scale;
  const places = items.map(() => 0);
  for (let turn = 0, idle = 0; idle < items.length; turn++) {
    // A step that is prime to the number of items reaches all of them.
    const index = (turn * 7) % items.length;
    const worse = places.with(index, (places[index] ?? 0) + 1);
    const exists = items[index]?.options[worse[index] ?? 0] !== undefined;
    const isLess = exists && sumOf(scale, worse) < sumOf(scale, places);
    if (isLess && sumOf(scale, worse) >= total) {
      places[index] = worse[index] ?? 0;
      idle = 0;
    } else {
      idle += 1;
    }
  }
  return Object.fromEntries(items.map(({ code, options }, index) => [code, options[places[index] ?? 0]?.code ?? '']));
}
