/** Rows from which on only the visible ones are drawn (design.md, tables). */
export const virtualFrom = 50;

/** Rows drawn above and below what is seen, so that fast scrolling shows no gap. */
const overscan = 8;

export type Span = { kind: 'row'; index: number } | { kind: 'gap'; from: number; count: number };

export type View = { scrollTop: number; height: number; rowHeight: number };

/** First and last (exclusive) row to draw for what is seen; all of them below `virtualFrom`. */
export function visibleRange(count: number, { scrollTop, height, rowHeight }: View): [number, number] {
  if (count < virtualFrom) {
    return [0, count];
  }
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - overscan);
  const last = Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + overscan);
  return [Math.min(first, count), Math.max(last, Math.min(first, count))];
}

/**
 * What stands in the body from top to bottom: rows, and gaps as high as the rows they stand for.
 * `keep` (the focused row) is always drawn, wherever the list is scrolled, so that the focus is never lost.
 */
export function spansOf(count: number, [first, last]: readonly [number, number], keep: number | undefined): Span[] {
  const drawn = Array.from({ length: last - first }, (_, offset) => first + offset);
  if (keep !== undefined && keep >= 0 && keep < count) {
    if (keep < first) {
      drawn.unshift(keep);
    } else if (keep >= last) {
      drawn.push(keep);
    }
  }
  const spans: Span[] = [];
  let next = 0;
  for (const index of drawn) {
    if (index > next) {
      spans.push({ kind: 'gap', from: next, count: index - next });
    }
    spans.push({ kind: 'row', index });
    next = index + 1;
  }
  if (next < count) {
    spans.push({ kind: 'gap', from: next, count: count - next });
  }
  return spans;
}

/**
 * How many places further down the row at `first` stands now, negative when further up. When it is gone, the next
 * one that is still there counts; 0 when none is.
 */
export function movedBy(previous: readonly { id: string }[], after: readonly { id: string }[], first: number): number {
  const places = new Map(after.map(({ id }, index) => [id, index]));
  for (let index = first; index < previous.length; index++) {
    const place = places.get(previous[index]?.id ?? '');
    if (place !== undefined) return place - index;
  }
  return 0;
}
