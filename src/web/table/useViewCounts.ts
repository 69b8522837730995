import { useEffect, useRef, useState } from 'react';
import type { ViewState } from '#shared/savedView.ts';

/** Minimum interval between two counts, ms; counts are requested after a load of the list. */
const again = 15_000;

type Counted = { id: string; filters: ViewState['filters'] };

/**
 * Counts the rows of each view, one request after the other and not before the list has its rows.
 * @param loadedAt last load of the list, ms since 1970; undefined before the first
 */
export function useViewCounts(
  views: readonly Counted[],
  countOf: (filters: ViewState['filters']) => Promise<number>,
  loadedAt: number | undefined,
): ReadonlyMap<string, number> {
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map());
  const last = useRef({ key: '', at: 0 });
  const latest = useRef(views);
  latest.current = views;
  const key = JSON.stringify(views);
  useEffect(() => {
    if (loadedAt === undefined) return;
    if (last.current.key === key && loadedAt - last.current.at < again) return;
    let cancelled = false;
    const countAll = async () => {
      for (const { id, filters } of latest.current) {
        // A view is shown even without its count.
        const rows = await countOf(filters).catch(() => undefined);
        if (cancelled) return;
        if (rows !== undefined) setCounts((previous) => new Map(previous).set(id, rows));
      }
      last.current = { key, at: loadedAt };
    };
    void countAll();
    return () => {
      cancelled = true;
    };
  }, [key, countOf, loadedAt]);
  return counts;
}
