import { type ReactNode, useMemo, useState } from 'react';
import { patchedQuery, ScreenContext, useScreen } from '#web/screen/screen.ts';

/** Around a list that stands over a page: its filters and its page live as long as it is drawn, not in the page's address. */
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
