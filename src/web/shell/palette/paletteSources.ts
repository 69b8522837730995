import { useEffect, useState } from 'react';
import type { Hit } from '#shared/contract/search.ts';

/** Search source of a feature for Ctrl K: `features/<feature>/web/PaletteSource.ts`, default export. */
export interface PaletteSource {
  find(keyword: string, signal: AbortSignal): Promise<Hit[]>;
}

const sourceFiles = import.meta.glob<{ default: PaletteSource }>('../../../features/*/web/PaletteSource.ts');

/** Delay after the last keystroke before a search, ms. */
const debounceMs = 200;

async function ask(keyword: string, signal: AbortSignal): Promise<Hit[]> {
  const sources = await Promise.all(Object.values(sourceFiles).map((load) => load()));
  const hits = await Promise.all(sources.map(({ default: source }) => source.find(keyword, signal)));
  return hits.flat();
}

export interface SearchState {
  hits: readonly Hit[];
  /** `failed`: only the menu can be searched. */
  state: 'idle' | 'asking' | 'failed';
}

const nothing: SearchState = { hits: [], state: 'idle' };

/** Searches the features' sources; an older answer never replaces a newer one. */
export function useSourceSearch(query: string): SearchState {
  const keyword = query.trim();
  const [search, setSearch] = useState<SearchState>(nothing);
  useEffect(() => {
    if (keyword === '') {
      setSearch(nothing);
      return;
    }
    const leaving = new AbortController();
    setSearch(({ hits }) => ({ hits, state: 'asking' }));
    const timer = setTimeout(() => {
      ask(keyword, leaving.signal).then(
        (hits) => setSearch({ hits, state: 'idle' }),
        () => !leaving.signal.aborted && setSearch({ hits: [], state: 'failed' }),
      );
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [keyword]);
  return search;
}
