import { useEffect, useRef, useState } from 'react';
import type { ViewState } from '#shared/savedView.ts';

/** Counts are asked for again after a load of the list, but no sooner than this, ms. */
const again = 15_000;

type Counted = { id: string; filters: ViewState['filters'] };

/**
 * How many rows each of these views selects, one question after the other and none before the list has its rows.
 * @param loadedAt when the list was loaded last, ms since 1970; undefined before the first time
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
        // A view without its figure is still a view.
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
