import type { ScaleItem } from '../definition.ts';

/** Sums that answers can have: bit `i` of `bits` is the sum `low + i`. */
export interface Sums {
  low: number;
  bits: bigint;
}

/** Points of the alternatives for one answer: of an item, or of all items of a `oneOf`. */
type Alternatives = readonly number[];

/** Returns the alternatives for each answer; `among`: codes of the items that count, another of the same `oneOf` gives 0. */
export function alternativesOf(items: readonly ScaleItem[], among?: ReadonlySet<string>): Alternatives[] {
  const counts = ({ code }: ScaleItem) => among === undefined || among.has(code);
  const groups = Map.groupBy(items, ({ code, oneOf }) => (oneOf === undefined ? `item ${code}` : `group ${oneOf}`));
  return [...groups.values()]
    .filter((group) => group.some(counts))
    .map((group) => [
      ...new Set(group.flatMap((item) => (counts(item) ? item.options.map(({ points }) => points) : [0]))),
    ]);
}

/** Returns the distance of the highest sum from the lowest. */
export function spanOf(alternatives: readonly Alternatives[]): number {
  return alternatives.reduce((span, points) => span + Math.max(0, ...points) - Math.min(0, ...points), 0);
}

/**
 * Returns the sums that answers can have with 0, 1, … `open` of them left out.
 */
export function reachableSums(alternatives: readonly Alternatives[], open = 0): Sums[] {
  let low = 0;
  let reached: bigint[] = [1n, ...Array<bigint>(open).fill(0n)];
  for (const points of alternatives) {
    const lowest = Math.min(0, ...points);
    low += lowest;
    reached = reached.map((bits, left) => {
      const answered = points.reduce((sum, one) => sum | (bits << BigInt(one - lowest)), 0n);
      return answered | ((reached[left - 1] ?? 0n) << BigInt(-lowest));
    });
  }
  return reached.map((bits) => ({ low, bits }));
}

/** Returns the sums as numbers, lowest first. */
export function numbersOf({ low, bits }: Sums): number[] {
  const text = bits.toString(2);
  const sums: number[] = [];
  for (let place = text.length - 1; place >= 0; place--)
    if (text[place] === '1') sums.push(low + text.length - 1 - place);
  return sums;
}

/** Returns the first sum that lies in no span of whole numbers, or in two; `spans` include both ends. */
export function misplacedSum(
  sums: readonly number[],
  spans: readonly { from: number; to: number }[],
): { sum: number; times: number } | undefined {
  const edges = [
    ...spans.flatMap(({ from, to }) => [
      { at: from, step: 1 },
      { at: to + 1, step: -1 },
    ]),
  ];
  edges.sort((a, b) => a.at - b.at);
  let next = 0;
  let times = 0;
  for (const sum of sums) {
    for (let edge = edges[next]; edge && edge.at <= sum; edge = edges[next]) {
      times += edge.step;
      next += 1;
    }
    if (times !== 1) return { sum, times };
  }
  return undefined;
}
