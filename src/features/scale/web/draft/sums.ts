import type { Draft, DraftItem } from './draft.ts';

/** Returns the lowest and the highest sum of items, of which those with the same `oneOf` count once. */
export function sumRange(items: readonly DraftItem[]): { from: number; to: number } {
  const groups = new Map<string, { from: number; to: number }>();
  for (const [index, { oneOf, options }] of items.entries()) {
    const points = options.map((option) => option.points ?? 0);
    const own = { from: Math.min(...points), to: Math.max(...points) };
    const key = oneOf === undefined ? ` ${index}` : oneOf;
    const former = groups.get(key);
    groups.set(key, former ? { from: Math.min(former.from, own.from), to: Math.max(former.to, own.to) } : own);
  }
  const all = [...groups.values()].filter(({ from }) => Number.isFinite(from));
  return { from: all.reduce((sum, { from }) => sum + from, 0), to: all.reduce((sum, { to }) => sum + to, 0) };
}

/** Returns the range of a part's sum. */
export function partRange({ items, parts = [] }: Draft, code: string): { from: number; to: number } {
  const own = new Set(parts.find((part) => part.code === code)?.items);
  return sumRange(items.filter((item) => own.has(item.code)));
}

/** Returns two bands of a range, the one with more points first. */
export function twoBands(range: { from: number; to: number }) {
  const middle = Math.floor((range.from + range.to) / 2);
  return [
    { code: '0', label: '正常', from: middle + 1, to: range.to },
    { code: '1', label: '需关注', from: range.from, to: middle },
  ];
}
