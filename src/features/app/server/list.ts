import { and, isNull, type SQL, sql } from 'drizzle-orm';
import type { appApi } from '#features/app/contract.ts';
import { projectOptions, usableProjects } from '#features/project/server/service.ts';
import { db } from '#server/db.ts';
import { oneOf } from '#server/filter.ts';
import { pageOf } from '#server/paging.ts';
import { likeText } from '#server/search.ts';
import { bigints } from '#server/sqlValues.ts';
import type { Viewer } from '#server/viewer.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { app } from './schema.ts';

type Api = typeof appApi;
type Row = OutputOf<Api['getAppList']>;

/** The condition on `app` that one of its projects is among these; null: whoever sees all projects sees all applications. */
export function servesOneOf(own: readonly string[] | null): SQL | undefined {
  return own === null ? undefined : sql`${app.projectIds} && ${bigints(own)}`;
}

/** Of the application's living projects those that the viewer may name, and the number of the others. */
function projectColumns(own: readonly string[] | null) {
  const named = own === null ? sql`true` : sql`p.id = any(${bigints(own)})`;
  const of = sql`from project p where p.id = any(${app.projectIds}) and p.deleted_at is null`;
  return {
    projectIds: sql<
      string[] | null
    >`case when ${app.projectIds} is not null then array(select p.id::text ${of} and ${named} order by p.id) end`,
    projectNames: sql<string[]>`array(select p.name ${of} and ${named} order by p.id)`,
    otherProjects: sql<number>`(select count(*)::int ${of} and not ${named})`,
  };
}

/** Registered applications; secrets are never among what is listed, nor the names of projects outside the scope. */
export async function getAppList(viewer: Viewer, input: InputOf<Api['getAppList']>): Promise<Paged<Row>> {
  const own = await usableProjects(viewer);
  const keyword = input.keyword?.trim();
  const where = and(
    isNull(app.deletedAt),
    oneOf(app.status, input.status),
    servesOneOf(own),
    keyword ? sql`(${app.name} ilike ${`%${likeText(keyword)}%`} or ${app.appid} = ${keyword})` : undefined,
  );
  const { limit, offset, order } = pageOf(input, { name: app.name, createdAt: app.createdAt }, [
    sql`${app.createdAt} desc`,
    sql`${app.id} desc`,
  ]);
  const userCount = sql<number>`(select count(*)::int from app_consent c where c.app_id = ${app.id})`;
  const [rows, total] = await Promise.all([
    db
      .select({
        id: app.id,
        appid: app.appid,
        name: app.name,
        description: app.description,
        logoFileId: app.logoFileId,
        redirectUris: app.redirectUris,
        scopes: app.scopes,
        grants: app.grants,
        autoApprove: app.autoApprove,
        ...projectColumns(own),
        tokenMinutes: app.tokenMinutes,
        status: app.status,
        createdAt: app.createdAt,
        version: app.version,
        userCount,
      })
      .from(app)
      .where(where)
      .orderBy(...order)
      .limit(limit)
      .offset(offset),
    db.select({ n: sql<number>`count(*)::int` }).from(app).where(where),
  ]);
  return { rows, count: total[0]?.n ?? 0 };
}

/** What the form offers. */
export async function getAppOption(viewer: Viewer): Promise<OutputOf<Api['getAppOption']>> {
  return {
    projects: await projectOptions(viewer),
    all: viewer.scope.projects === null && viewer.scope.departments === null,
  };
}
