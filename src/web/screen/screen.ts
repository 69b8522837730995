// screen: what a part can know of its screen: page, keys, data.

import { createContext, useContext } from 'react';

/** Unsaved input that survives a reload, stored for this browser tab and account. */
export interface Draft<T> {
  read: () => T | undefined;
  write: (value: T) => void;
  clear: () => void;
}

/** The screen's open page, provided by the shell. */
export interface ScreenPage {
  /** False while another page is in front; the screen stays mounted. */
  active: boolean;
  /** Route after the hash, without query: `/warn/sos`. */
  path: string;
  /** Query of the route, with the filters. */
  query: URLSearchParams;
  /** Changes single values of the query without a new history entry; null or '' removes a value. */
  setQuery: (patch: Readonly<Record<string, string | null>>) => void;
  draft: <T>(key: string) => Draft<T>;
  /** Sets the title of the page's tab, for pages of one record (「王桂兰」). */
  setTitle: (title: string) => void;
}

export const ScreenContext = createContext<ScreenPage | null>(null);

/** Returns the open page of the calling component. */
export function useScreen(): ScreenPage {
  const page = useContext(ScreenContext);
  if (!page) throw new Error('useScreen outside of a screen');
  return page;
}

/** Returns a query with single values changed; null and '' remove a value. */
export function patchedQuery(query: string, patch: Readonly<Record<string, string | null>>): string {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(patch)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next.toString();
}
