import { colleaguesOf } from '#features/user/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';

/** Returns the users who can be responsible, by name and by 「department/name」; null marks an ambiguous name. */
export async function colleagueNames(viewer: Viewer): Promise<Map<string, string | null>> {
  const names = new Map<string, string | null>();
  for (const { id, name, departmentName } of await colleaguesOf(viewer, 'customer:list'))
    for (const key of [name, `${departmentName}/${name}`]) names.set(key, names.has(key) ? null : id);
  return names;
}
