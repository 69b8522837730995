import { type SQL, sql } from 'drizzle-orm';
import { namedProjects, projectOptions, usableProjects } from '#features/project/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { bigints, texts, wireInstant as wire } from '#server/db/sqlValues.ts';
import { pageOf } from '#server/feature/paging.ts';
import { likeText } from '#server/feature/search.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import type { NewsRow, newsApi } from '../contract.ts';

/**
 * The condition that an article `n` may be managed by the viewer: from a department in scope, or their own. What is for all
 * projects belongs to those who have all.
 */
export function inSight({ scope, userId }: Viewer): SQL {
  const departments = bigints(scope.departments ?? []);
  const projects = bigints(scope.projects ?? []);
  return sql`n.deleted_at is null and (n.created_by = ${userId} or
    ((${scope.departments === null} or n.department_id = any(${departments}))
      and (${scope.projects === null} or n.project_ids && ${projects})))`;
}

const categoryName = sql`coalesce((select d.label from dictionary d where d.type = 'news_category' and d.value = n.category and d.deleted_at is null), n.category)`;

const columns = sql`n.id::text, n.title, n.category, ${categoryName} as "categoryName", n.cover_file_id::text as "coverId", n.summary, n.content,
  n.source, n.link, n.tags, n.sort, n.recommended, n.pinned, n.status, n.created_by::text as "authorId",
  coalesce((select a.name from "user" a where a.id = n.created_by), '系统') as "authorName",
  (select a.name from "user" a where a.id = n.reviewer_id) as "reviewerName", n.reject_reason as "rejectReason", coalesce((select v.count from news_view v where v.news_id = n.id), 0) as "viewCount", n.project_ids::text[] as "projectIds",
  ${wire(sql`n.publish_at`)} as "publishAt", ${wire(sql`n.published_at`)} as "publishedAt", ${wire(sql`n.created_at`)} as "createdAt", n.version`;

const order = {
  title: sql`n.title`,
  sort: sql`n.sort`,
  viewCount: sql`coalesce((select v.count from news_view v where v.news_id = n.id), 0)`,
  publishedAt: sql`n.published_at`,
  createdAt: sql`n.created_at`,
};

function filtersOf(input: InputOf<typeof newsApi.getNewsList>): SQL[] {
  const { id, keyword, category, status, recommended, publishedFrom, publishedTo } = input;
  const word = keyword?.trim();
  const like = `%${likeText(word ?? '')}%`;
  return [
    ...(id ? [sql`n.id = ${id}`] : []),
    ...(word ? [sql`(n.title ilike ${like} or n.source ilike ${like} or ${word} = any(n.tags))`] : []),
    ...(category?.length ? [sql`n.category = any(${texts(category)})`] : []),
    ...(status?.length ? [sql`n.status = any(${texts(status)})`] : []),
    ...(recommended === undefined ? [] : [sql`n.recommended = ${recommended}`]),
    ...(publishedFrom ? [sql`n.published_at >= ${publishedFrom}`] : []),
    ...(publishedTo ? [sql`n.published_at <= ${publishedTo}`] : []),
  ];
}

/** Articles of the viewer's scope, those on top first, then newest. */
export async function getNewsList(viewer: Viewer, input: InputOf<typeof newsApi.getNewsList>): Promise<Paged<NewsRow>> {
  const page = pageOf(input, order, [sql`(n.pinned and n.status <> 'offline') desc`, sql`n.id desc`]);
  const where = sql.join([inSight(viewer), ...filtersOf(input)], sql` and `);
  const rows = await db.execute<Omit<NewsRow, 'otherProjects'> & Record<string, unknown>>(sql`
    select ${columns}, coalesce(n.created_by = ${viewer.userId} or n.editor_id = ${viewer.userId}, false) as mine from news n where ${where}
    order by ${sql.join(page.order, sql`, `)} limit ${page.limit} offset ${page.offset}`);
  const total = await db.execute<{ n: number }>(sql`select count(*)::int as n from news n where ${where}`);
  const usable = await usableProjects(viewer);
  const named = rows.rows.map((row) => ({ ...row, ...namedProjects(usable, row.projectIds) }));
  return { rows: named, count: total.rows[0]?.n ?? 0 };
}

/** What the form offers. */
export async function getNewsOption(viewer: Viewer): Promise<OutputOf<typeof newsApi.getNewsOption>> {
  return { projects: await projectOptions(viewer) };
}
