import { useEffect, useState } from 'react';
import type { Option } from './types.ts';

/** Typing pauses this long before the server is asked, ms. */
const debounceMs = 300;

/**
 * What the server finds for what is typed into a choice field; of what was typed before it is no longer asked, and what was found
 * stands until something else is.
 * @param find the same function at each drawing
 * @param asks whether it is asked at all; unless said otherwise with the first sign that is typed
 * @returns `of`: what was typed when the options were asked for, which may be less than what is typed by now
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
