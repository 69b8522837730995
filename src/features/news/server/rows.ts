import { type RawBuilder, sql } from 'kysely';
import { projectOptions, usableProjects } from '#features/project/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { bigints } from '#server/db/values.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import type { newsApi } from '../contract.ts';

/**
 * Condition that the viewer may manage a `news` row: of a department in scope, or their own. Articles for all projects
 * need a scope of all projects.
 */
export function visibleCondition({ scope, userId }: Viewer): RawBuilder<unknown> {
  const departments = bigints(scope.departments ?? []);
  const projects = bigints(scope.projects ?? []);
  return sql`news.deleted_at is null and (news.created_by = ${userId} or
    ((${scope.departments === null} or news.department_id = any(${departments}))
      and (${scope.projects === null} or news.project_ids && ${projects})))`;
}

/** Computed columns of an article; projects that the viewer may not name are only counted. */
export async function columns(viewer: Viewer) {
  const usable = await usableProjects(viewer);
  const named = usable === null ? sql`true` : sql`p = any(${bigints(usable)})`;
  return {
    categoryName: sql`coalesce((select d.label from dictionary d where d.type = 'news_category' and d.value = news.category and d.deleted_at is null), news.category)`,
    authorId: sql`news.created_by`,
    authorName: sql`coalesce((select a.name from "user" a where a.id = news.created_by), '系统')`,
    reviewerName: sql`(select a.name from "user" a where a.id = news.reviewer_id)`,
    viewCount: sql`coalesce((select v.count from news_view v where v.news_id = news.id), 0)`,
    mine: sql`coalesce(news.created_by = ${viewer.userId} or news.editor_id = ${viewer.userId}, false)`,
    projectIds: sql`case when news.project_ids is not null then array(select p::text from unnest(news.project_ids) p where ${named}) end`,
    otherProjects: sql`(select count(*)::int from unnest(news.project_ids) p where not ${named})`,
  };
}

/** Order: pinned first, then newest. */
export const order = sql`(news.pinned and news.status <> 'offline') desc, news.id desc`;

export async function getNewsOption(viewer: Viewer): Promise<OutputOf<typeof newsApi.getNewsOption>> {
  return { projects: await projectOptions(viewer) };
}
