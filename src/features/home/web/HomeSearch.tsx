import { GlobalSearch } from '#web/shell/palette/GlobalSearch.tsx';

/** 查找 on the page: the search of Ctrl K with equal results. */
export function HomeSearch() {
  return (
    <section className="home-card home-find slim pad-x-16 pad-y-12 framed-lg on-container" aria-label="查找">
      <GlobalSearch />
    </section>
  );
}
