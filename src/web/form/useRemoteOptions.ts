import { useEffect, useState } from 'react';
import type { Option } from './types.ts';

/** Delay after the last keystroke before the request, ms. */
const debounceMs = 300;

/**
 * Returns the server's options for the text typed into a choice field; a new text aborts the previous request, old
 * options stay until new ones arrive.
 * @param find a stable function
 * @param asks whether to request at all; default: once something is typed
 * @returns `of`: text that the options belong to, may be older than the current text
 */
export function useRemoteOptions<O extends Option>(
  typed: string,
  find: (keyword: string, signal: AbortSignal) => Promise<O[]>,
  asks: boolean = typed.trim() !== '',
): { options: O[]; searching: boolean; of: string } {
  const keyword = typed.trim();
  const [result, setResult] = useState<{ options: O[]; of: string }>({ options: [], of: '' });
  const [searching, setSearching] = useState(false);
  useEffect(() => {
    if (!asks) return;
    const control = new AbortController();
    const timer = setTimeout(() => {
      setSearching(true);
      const show = (options: O[]) => {
        if (control.signal.aborted) return;
        setResult({ options, of: keyword });
        setSearching(false);
      };
      find(keyword, control.signal).then(show, () => show([]));
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      control.abort();
      setSearching(false);
    };
  }, [keyword, asks, find]);
  return { ...result, searching };
}
