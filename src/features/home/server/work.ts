import { serviceCoverage } from '#features/equipment/server/service.ts';
import { type homeApi, homeWork } from '#features/home/contract.ts';
import { countWarns } from '#features/warn/server/service.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import type { OutputOf } from '#shared/endpoint.ts';

type Filters = Parameters<typeof countWarns>[1];

/** What waits for the viewer beside the queue: each figure counts the list that it leads to, by the list's own rule. */
export async function getHomeWork(viewer: Viewer): Promise<OutputOf<typeof homeApi.getHomeWork>> {
  const items = Object.values(homeWork)
    .filter(({ permission }) => hasPermission(viewer, permission))
    .flatMap((group) => Object.entries<{ filters: object }>(group.items));
  const [counts, coverage] = await Promise.all([
    Promise.all(items.map(async ([key, { filters }]) => [key, await countWarns(viewer, filters as Filters)] as const)),
    hasPermission(viewer, homeWork.area.permission) ? serviceCoverage(viewer) : null,
  ]);
  return { counts: Object.fromEntries(counts), coverage };
}
