import { alternativesOf } from '#shared/scale/check/sums.ts';
import type { Draft, DraftItem } from './draft.ts';

/** Returns the lowest and the highest sum of items, of which one of each `oneOf` counts; `among`: codes of the items that count. */
export function sumRange(items: readonly DraftItem[], among?: ReadonlySet<string>): { from: number; to: number } {
  const whole = items.map((item) => ({
    ...item,
    options: item.options.map((option) => ({ ...option, points: option.points ?? 0 })),
  }));
  const answers = alternativesOf(whole, among).filter((points) => points.length > 0);
  return {
    from: answers.reduce((sum, points) => sum + Math.min(...points), 0),
    to: answers.reduce((sum, points) => sum + Math.max(...points), 0),
  };
}

/** Returns the range of a part's sum. */
export function partRange({ items, parts = [] }: Draft, code: string): { from: number; to: number } {
  return sumRange(items, new Set(parts.find((part) => part.code === code)?.items));
}

/** Returns two bands of a range, the one with more points first. */
export function twoBands(range: { from: number; to: number }) {
  const middle = Math.floor((range.from + range.to) / 2);
  return [
    { code: '0', label: '正常', from: middle + 1, to: range.to },
    { code: '1', label: '需关注', from: range.from, to: middle },
  ];
}
