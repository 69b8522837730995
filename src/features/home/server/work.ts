import { serviceCoverage } from '#features/equipment/server/service.ts';
import { homeWork } from '#features/home/contract.ts';
import { countWarns } from '#features/warnList/server/service.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';

type Filters = Parameters<typeof countWarns>[1];

interface Work {
  counts: Record<string, number>;
  coverage: { served: number; covered: number } | null;
}

/** Counts the viewer's open work outside the queue, each figure by the rule of the list that it links to. */
export async function openWork(viewer: Viewer): Promise<Work> {
  const items = Object.values(homeWork)
    .filter(({ permission }) => hasPermission(viewer, permission))
    .flatMap((group) => Object.entries<{ filters: object }>(group.items));
  const [counts, coverage] = await Promise.all([
    Promise.all(items.map(async ([key, { filters }]) => [key, await countWarns(viewer, filters as Filters)] as const)),
    hasPermission(viewer, homeWork.area.permission) ? serviceCoverage(viewer) : null,
  ]);
  return { counts: Object.fromEntries(counts), coverage };
}
