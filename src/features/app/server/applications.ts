import { sql } from 'kysely';
import { usableProjects } from '#features/project/server/service.ts';
import type { Applications } from '#server/auth/applications.ts';
import { appViewer, hasPermission } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import { bearerOf, namedProjects } from './token.ts';

/** Applications as callers of their own, for the platform. */
const applications: Applications = {
  async viewerOfToken(token, traceId, ip) {
    const bearer = await bearerOf(token);
    if (!bearer || bearer.userId !== null) return null;
    const { appId: id, appid: account, name, scopes, projectIds } = bearer;
    return appViewer({ id, account, name }, { scopes, projects: projectIds ?? [] }, traceId, ip);
  },
  async viewerOfApp(appId, traceId) {
    const row = await db
      .selectFrom('app as a')
      .select(['a.id', 'a.appid as account', 'a.name', 'a.scopes', namedProjects.as('projects')])
      .where('a.id', '=', appId)
      .where('a.status', '=', 'enabled')
      .where('a.deletedAt', 'is', null)
      .where(sql<boolean>`'client_credentials' = any(a.grants)`)
      .executeTakeFirst();
    return row ? appViewer(row, row, traceId, null) : null;
  },
  async administeredBy(viewer, permission) {
    if (!hasPermission(viewer, permission)) return [];
    const own = await usableProjects(viewer);
    const rows = await db
      .selectFrom('app')
      .select('id')
      .where(own === null ? sql<boolean>`true` : sql<boolean>`project_ids <@ ${bigints(own)}`)
      .execute();
    return rows.map(({ id }) => id);
  },
};
export default applications;
