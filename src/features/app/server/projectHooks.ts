import { sql } from 'kysely';
import type { ProjectHooks } from '#features/project/server/service.ts';
import { db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';

interface ProjectApp {
  id: string;
  name: string;
  description: string | null;
  status: string;
  scopes: string[];
  allProjects: boolean;
  userCount: number;
}

/**
 * Hooks that list the applications of a project; an application of all projects is listed for viewers of all projects.
 */
const hooks: ProjectHooks = {
  async page(viewer, id) {
    const rows = await db.rows(sql<ProjectApp>`
      select a.id::text, a.name, a.description, a.status, a.scopes, a.project_ids is null as "allProjects",
        (select count(*)::int from app_consent c where c.app_id = a.id) as "userCount"
      from app a where a.deleted_at is null
        and (a.project_ids @> ${bigints([id])} or (a.project_ids is null and ${viewer.scope.projects === null}))
      order by a.project_ids is null, a.name, a.id`);
    return { apps: rows };
  },
};
export default hooks;
