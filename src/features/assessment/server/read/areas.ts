import { sql } from 'kysely';
import { regions, streetsOf } from '#features/region/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { idIn } from '#server/db/filter.ts';
import { and } from '#server/db/values.ts';
import { regionPath, regionPrefix } from '#shared/contract/region.ts';

/** Areas next below another one, with people of that area itself under its own id. */
export interface Areas {
  areas: { id: string; name: string }[];
  /** Returns the id of the area of a department or region code; undefined outside. */
  areaOf(place: string): string | undefined;
}

interface Department {
  id: string;
  name: string;
  path: string[];
}

/** Reads departments in scope, with the scope `self` those of the people, or those below one, in the order of the tree. */
function departmentsOf({ scope }: Viewer, below: string | undefined, places: readonly string[]): Promise<Department[]> {
  const condition = and(
    sql`d.deleted_at is null`,
    idIn(sql`d.id`, scope.kind === 'self' ? places : scope.departments),
    below === undefined ? undefined : sql`${below}::bigint = any(d.path)`,
  );
  return db.rows(sql<Department>`
    select d.id::text, d.name, d.path::text[] from department d where ${condition} order by d.sort, d.id`);
}

/** Returns the departments that no other one of these is above. */
function topOf(departments: readonly Department[], root: string | undefined): Department[] {
  const ids = new Set(departments.map(({ id }) => id).filter((id) => id !== root));
  return departments.filter(({ id, path }) => id !== root && !path.some((above) => above !== id && ids.has(above)));
}

/** Returns the departments in scope next below one; without one below the top, where that is a single one. */
export async function departmentAreas(
  viewer: Viewer,
  departmentId: string | undefined,
  places: readonly string[],
): Promise<Areas> {
  const departments = await departmentsOf(viewer, departmentId, places);
  const tops = topOf(departments, undefined);
  const root = departmentId ?? (tops.length === 1 ? tops[0]?.id : undefined);
  const below = topOf(departments, root);
  const own = departments.filter(({ id }) => id === root);
  const pathOf = new Map(departments.map(({ id, path }) => [id, path]));
  const belowIds = new Set(below.map(({ id }) => id));
  return {
    areas: [...below, ...own].map(({ id, name }) => ({ id, name })),
    areaOf: (place) => (place === root ? root : pathOf.get(place)?.find((above) => belowIds.has(above))),
  };
}

/** Returns the regions next below one that have names: cities, counties, streets. */
async function regionsBelow(code: string): Promise<{ code: string; name: string }[]> {
  const own = regionPath(regions(), code).at(-1);
  if (own?.code !== code) return [];
  return own.children ?? (await streetsOf(code));
}

/** Returns the code one level below `above` that a longer one begins with: 330100, 330102, 330102001, 330102001005. */
function codeBelow(above: string, code: string): string {
  const length = above.length > 6 ? 12 : ({ 2: 4, 4: 6 }[regionPrefix(above).length] ?? 9);
  return code.slice(0, length).padEnd(6, '0');
}

/** Returns the regions next below one: those of the division, and further codes of people, which have no name. */
export async function regionAreas(regionCode: string, codes: readonly string[]): Promise<Areas> {
  const named = await regionsBelow(regionCode);
  const areaOf = (place: string) => {
    if (place === regionCode) return regionCode;
    return named.find(({ code }) => place.startsWith(regionPrefix(code)))?.code ?? codeBelow(regionCode, place);
  };
  const own = { id: regionCode, name: regionPath(regions(), regionCode).at(-1)?.name ?? regionCode };
  const areas = [...named.map(({ code, name }) => ({ id: code, name })), own];
  const further = [...new Set(codes.map(areaOf))].filter((code) => !areas.some(({ id }) => id === code));
  return { areas: [...further.map((code) => ({ id: code, name: code })), ...areas], areaOf };
}
