/** An open page: route and state (filters in the query). */
export interface Page {
  path: string;
  /** Query without `?`. */
  query: string;
  /** Title set by the page of one record; other pages use the screen's title. */
  title?: string;
}

export interface Pages {
  /** In the order of the tabs; the home page is always first. */
  open: readonly Page[];
  /** Paths of the mounted pages, the front page first. */
  mounted: readonly string[];
}

export const homePath = '/index';
/** Maximum number of mounted pages; the least recently used are unmounted and restored from storage. */
export const maxMounted = 8;
export const noPages: Pages = { open: [{ path: homePath, query: '' }], mounted: [] };

/** Brings a page to the front, opened beside the others if it is new, with the query of the URL. */
export function bringToFront(pages: Pages, path: string, query: string): Pages {
  const existing = pages.open.find((page) => page.path === path);
  if (existing?.query === query && pages.mounted[0] === path) return pages;
  const open = existing ? replace(pages.open, path, { query }) : [...pages.open, { path, query }];
  const mounted = [path, ...pages.mounted.filter((other) => other !== path)].slice(0, maxMounted);
  return { open, mounted };
}

/**
 * Closes a page; the home page stays.
 * @returns the pages, and the page that comes to the front: the next to the right, else to the left
 */
export function closePage(pages: Pages, path: string): { pages: Pages; next: Page | undefined } {
  const place = pages.open.findIndex((page) => page.path === path);
  if (place < 0 || path === homePath) return { pages, next: undefined };
  const next = pages.open[place + 1] ?? pages.open[place - 1];
  return {
    pages: {
      open: pages.open.filter((page) => page.path !== path),
      mounted: pages.mounted.filter((other) => other !== path),
    },
    next,
  };
}

/** Closes all pages but the home page and the given one. */
export function closeOthers(pages: Pages, keptPath: string): Pages {
  const stays = (path: string) => path === homePath || path === keptPath;
  return { open: pages.open.filter((page) => stays(page.path)), mounted: pages.mounted.filter(stays) };
}

/** Changes query or title of an open page. */
export function changePage(pages: Pages, path: string, patch: Partial<Pick<Page, 'query' | 'title'>>): Pages {
  return { ...pages, open: replace(pages.open, path, patch) };
}

/** Returns the URL of a page after the hash. */
export function addressOf({ path, query }: Page): string {
  return query ? `${path}?${query}` : path;
}

function replace(open: readonly Page[], path: string, patch: Partial<Page>): Page[] {
  return open.map((page) => (page.path === path ? { ...page, ...patch } : page));
}
