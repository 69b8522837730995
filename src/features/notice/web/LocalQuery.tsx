import { type ReactNode, useMemo, useState } from 'react';
import { patchedQuery, ScreenContext, useScreen } from '#web/screen/screen.ts';

/** Wraps a list above a page: its filters and page number live while it is mounted, not in the page's URL. */
export function LocalQuery({ children }: { children: ReactNode }) {
  const screen = useScreen();
  const [search, setSearch] = useState('');
  const place = useMemo(
    () => ({
      ...screen,
      query: new URLSearchParams(search),
      setQuery: (patch: Readonly<Record<string, string | null>>) =>
        setSearch((previous) => patchedQuery(previous, patch)),
    }),
    [screen, search],
  );
  return <ScreenContext value={place}>{children}</ScreenContext>;
}
