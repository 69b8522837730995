import { serviceCoverage } from '#features/equipment/server/service.ts';
import { tabFilters } from '#features/healthWarn/contract.ts';
import { countWarnings } from '#features/healthWarn/server/service.ts';
import { type HomeItem, homeWork } from '#features/home/contract.ts';
import { countWarns } from '#features/warnList/server/service.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';

type Filters = Parameters<typeof countWarns>[1];

async function countOf(viewer: Viewer, item: HomeItem): Promise<number> {
  if ('filters' in item) return countWarns(viewer, item.filters as Filters);
  const { tab, level } = item.warnings;
  return countWarnings(viewer, { ...tabFilters[tab], ...(level && { level: [...level] }) });
}

interface Work {
  counts: Record<string, number>;
  coverage: { served: number; covered: number } | null;
}

/** Counts the viewer's open work outside the queue, each figure by the rule of the list that it links to. */
export async function openWork(viewer: Viewer): Promise<Work> {
  const items = Object.values(homeWork)
    .filter(({ permission }) => hasPermission(viewer, permission))
    .flatMap((group) => Object.entries<HomeItem>(group.items));
  const [counts, coverage] = await Promise.all([
    Promise.all(items.map(async ([key, item]) => [key, await countOf(viewer, item)] as const)),
    hasPermission(viewer, homeWork.area.permission) ? serviceCoverage(viewer) : null,
  ]);
  return { counts: Object.fromEntries(counts), coverage };
}
