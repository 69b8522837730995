/** Time between two instants, ms since 1970; `until` is exclusive. */
export interface Span {
  from: number;
  until: number;
}

/** Returns the length of all spans, ms. */
export function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { from, until }) => sum + until - from, 0);
}

/** Returns the spans in order, those that touch or overlap joined; empty ones are left out. */
export function joined(spans: readonly Span[], distance = 0): Span[] {
  const result: Span[] = [];
  for (const span of spans.filter(({ from, until }) => from < until).sort((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last && span.from - last.until <= distance) last.until = Math.max(last.until, span.until);
    else result.push({ ...span });
  }
  return result;
}

/** Returns the parts of the spans that are inside one of `others`. */
export function inside(spans: readonly Span[], others: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const { from, until } of joined(spans))
    for (const other of joined(others)) {
      const part = { from: Math.max(from, other.from), until: Math.min(until, other.until) };
      if (part.from < part.until) result.push(part);
    }
  return result;
}

/** Returns the parts of the spans that are outside all of `others`. */
export function outside(spans: readonly Span[], others: readonly Span[]): Span[] {
  const cuts = joined(others);
  return joined(spans).flatMap((span) => {
    const parts: Span[] = [];
    let from = span.from;
    for (const cut of cuts) {
      if (cut.until <= from || cut.from >= span.until) continue;
      if (cut.from > from) parts.push({ from, until: cut.from });
      from = Math.max(from, cut.until);
    }
    if (from < span.until) parts.push({ from, until: span.until });
    return parts;
  });
}
