import { sql } from 'kysely';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { grantsOf } from './permission.ts';

interface UserRow {
  id: string;
  account: string;
  name: string;
  department_id: string;
  project_ids: string[] | null;
  permission_version: string;
}

/**
 * Returns a user as a viewer with current permissions, for work after the request; null if the account is deleted,
 * disabled or expired.
 */
export async function viewerOfUser(userId: string, traceId: string): Promise<Viewer | null> {
  const row = await db.row(sql<UserRow>`
    select u.id::text, u.account, u.name, u.department_id::text, u.project_ids::text[] as project_ids,
      (select version::text from cache_version where name = 'permission') as permission_version
    from "user" u where u.id = ${userId} and u.deleted_at is null and u.status = 'enabled'
      and (u.expires_at is null or u.expires_at > now())`);
  if (!row) return null;
  const grants = await grantsOf(
    { id: row.id, departmentId: row.department_id, projectIds: row.project_ids },
    row.permission_version,
  );
  return {
    kind: 'user',
    userId: row.id,
    bearerId: null,
    account: row.account,
    name: row.name,
    sessionId: null,
    departmentId: row.department_id,
    mustChangePassword: false,
    permissions: grants.permissions,
    endpoints: grants.endpoints,
    scope: grants.scope,
    traceId,
    ip: null,
  };
}
