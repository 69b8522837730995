import { GlobalSearch } from '#web/shell/palette/GlobalSearch.tsx';

/** 查找 on the page: the search of Ctrl K with equal results. */
export function HomeSearch() {
  return (
    <section
      className="home-card home-find min-w-0 px-4 py-3 rounded-lg border border-line bg-container"
      aria-label="查找"
    >
      <GlobalSearch />
    </section>
  );
}
