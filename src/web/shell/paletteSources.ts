import { useEffect, useState } from 'react';
import type { Hit } from '#shared/search.ts';

/** What a feature adds to Ctrl K: `features/<noun>/web/PaletteSource.ts`, default export. */
export interface PaletteSource {
  find(keyword: string, signal: AbortSignal): Promise<Hit[]>;
}

const found = import.meta.glob<{ default: PaletteSource }>('../../features/*/web/PaletteSource.ts');

/** Nothing is asked while somebody still types, ms. */
const pause = 200;

async function ask(keyword: string, signal: AbortSignal): Promise<Hit[]> {
  const sources = await Promise.all(Object.values(found).map((load) => load()));
  const hits = await Promise.all(sources.map(({ default: source }) => source.find(keyword, signal)));
  return hits.flat();
}

export interface Finding {
  hits: readonly Hit[];
  /** `failed`: the menu can still be searched. */
  state: 'idle' | 'asking' | 'failed';
}

const nothing: Finding = { hits: [], state: 'idle' };

/** What the features find for the typed words; an older answer never replaces a newer one. */
export function useFinding(query: string): Finding {
  const keyword = query.trim();
  const [finding, setFinding] = useState<Finding>(nothing);
  useEffect(() => {
    if (keyword === '') {
      setFinding(nothing);
      return;
    }
    const leaving = new AbortController();
    setFinding(({ hits }) => ({ hits, state: 'asking' }));
    const timer = setTimeout(() => {
      ask(keyword, leaving.signal).then(
        (hits) => setFinding({ hits, state: 'idle' }),
        () => !leaving.signal.aborted && setFinding({ hits: [], state: 'failed' }),
      );
    }, pause);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [keyword]);
  return finding;
}
