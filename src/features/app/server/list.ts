import { type RawBuilder, sql } from 'kysely';
import type { appApi } from '#features/app/contract.ts';
import { projectOptions, usableProjects } from '#features/project/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { bigints } from '#server/db/values.ts';
import type { OutputOf } from '#shared/endpoint.ts';

/** Returns the condition that an `app` serves one of these projects; no condition for null (unrestricted). */
export function servesOneOf(projectIds: readonly string[] | null): RawBuilder<unknown> | undefined {
  return projectIds === null ? undefined : sql`app.project_ids && ${bigints(projectIds)}`;
}

/** Returns columns of an application: its visible projects, the counts of its other projects and of its users. */
export async function columns(viewer: Viewer) {
  const ownProjects = await usableProjects(viewer);
  const named = ownProjects === null ? sql`true` : sql`p.id = any(${bigints(ownProjects)})`;
  const of = sql`from project p where p.id = any(app.project_ids) and p.deleted_at is null`;
  return {
    projectIds: sql`case when app.project_ids is not null then array(select p.id::text ${of} and ${named} order by p.id) end`,
    projectNames: sql`array(select p.name ${of} and ${named} order by p.id)`,
    otherProjects: sql`(select count(*)::int ${of} and not ${named})`,
    userCount: sql`(select count(*)::int from app_consent c where c.app_id = app.id)`,
  };
}

/** Returns the options of the form. */
export async function getAppOption(viewer: Viewer): Promise<OutputOf<(typeof appApi)['getAppOption']>> {
  return {
    projects: await projectOptions(viewer),
    all: viewer.scope.projects === null && viewer.scope.departments === null,
  };
}
