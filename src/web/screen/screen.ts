// screen: what a part may know of the screen it stands on: its place, keys, data.

import { createContext, useContext } from 'react';

/** Something half filled that outlives a reload of the page, kept for this browser tab and account. */
export interface Draft<T> {
  read: () => T | undefined;
  write: (value: T) => void;
  clear: () => void;
}

/** What the shell tells a screen about its open page. */
export interface ScreenPage {
  /** False while another page is in front; the screen stays mounted. */
  active: boolean;
  /** Route after the hash, without query: `/warn/sos`. */
  path: string;
  /** Query of the route: the filters live here. */
  query: URLSearchParams;
  /** Changes single values of the query without a new history entry; null or '' removes one. */
  setQuery: (patch: Readonly<Record<string, string | null>>) => void;
  draft: <T>(key: string) => Draft<T>;
  /** Names the page's tab, for pages of one thing (「王桂兰」). */
  setTitle: (title: string) => void;
}

export const ScreenContext = createContext<ScreenPage | null>(null);

/** The open page that the calling component stands in. */
export function useScreen(): ScreenPage {
  const page = useContext(ScreenContext);
  if (!page) throw new Error('useScreen outside of a screen');
  return page;
}

/** A query with single values changed; null and '' remove one. */
export function patchedQuery(query: string, patch: Readonly<Record<string, string | null>>): string {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(patch)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next.toString();
}
