import { type RawBuilder, sql } from 'kysely';
import type { userApi } from '#features/user/contract.ts';
import { isPlatformWide } from '#server/auth/holders.ts';
import { grantsOf, permissionVersion } from '#server/auth/permission.ts';
import { sessionEnd } from '#server/auth/session.ts';
import type { Scope, Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { visibleUsers } from '#server/db/userScope.ts';
import { wake } from '#server/db/wake.ts';
import { viewerZone } from '#server/db/zone.ts';
import { command } from '#server/feature/command.ts';
import { findFeatures } from '#server/feature/extensions.ts';
import type { OutputOf } from '#shared/endpoint.ts';

export { lockAdministrators, placeOf, requireAdministratorLeft } from './manage.ts';
export { consumeSecondFactor, totpOf } from './totp/totp.ts';
export { weakness } from './weakPassword.ts';
export { managedUser } from './write.ts';

/**
 * Returns the name of a user, deleted users included, so that every record can name its user; '' when there is none.
 */
export async function nameOf(tx: Db, id: string): Promise<string> {
  const row = await tx.selectFrom('user').select('name').where('id', '=', id).executeTakeFirst();
  return row?.name ?? '';
}

export interface Colleague {
  id: string;
  name: string;
  departmentId: string;
  departmentName: string;
  online: boolean;
  /** Returns whether the user holds a permission. */
  has(permission: string): boolean;
  /** Returns whether the user's scope includes an ownership. */
  sees(place: Ownership): boolean;
}

interface Ownership {
  departmentId: string;
  projectId: string;
  /** Users to whom a record belongs, for the scope `self`; absent: such a scope includes nothing. */
  owners?: readonly (string | null)[];
}

/**
 * Returns enabled users with the permission and a scope that includes the ownership (null: any scope), online users
 * first. /
 */
export async function usersWith(tx: Db, permission: string, ownership: Ownership | null): Promise<Colleague[]> {
  return (await holdersOf(tx, permission, sql`true`)).filter(
    (colleague) => ownership === null || colleague.sees(ownership),
  );
}

function holds(userId: string, { kind, departments, projects }: Scope, place: Ownership): boolean {
  const isOwn = place.owners?.includes(userId) ?? false;
  const isInside = kind === 'self' ? isOwn : departments === null || departments.includes(place.departmentId);
  return isInside && (projects === null || projects.includes(place.projectId));
}

/** Returns enabled users with the permission who are visible to the viewer, online users first. */
export async function colleaguesOf(viewer: Viewer, permission: string): Promise<Colleague[]> {
  return holdersOf(db, permission, visibleUsers(viewer));
}

/** Returns whether the user is among these colleagues, without a limit on their number. */
export async function isColleague(viewer: Viewer, permission: string, id: string): Promise<boolean> {
  return (await holdersOf(db, permission, sql`${visibleUsers(viewer)} and u.id = ${id}`)).length > 0;
}

async function holdersOf(tx: Db, permission: string, where: RawBuilder<unknown>): Promise<Colleague[]> {
  const rows = await tx.rows(sql<{
    id: string;
    name: string;
    department_id: string;
    department_name: string;
    project_ids: string[] | null;
    online: boolean;
  }>`
    select u.id::text, u.name, u.department_id::text, d.name as department_name, u.project_ids::text[], coalesce(p.seen_at > now() - interval '40 seconds', false) as online
    from "user" u join department d on d.id = u.department_id left join presence p on p.user_id = u.id
    where u.deleted_at is null and u.status = 'enabled' and ${where} and u.id in (
        select ur.user_id from user_role ur join role r on r.id = ur.role_id and r.deleted_at is null and r.status = 'enabled'
        where r.key = 'admin' or r.id = any(array(
          select rm.role_id from role_menu rm join menu m on m.id = rm.menu_id where m.deleted_at is null and m.permission = ${permission})))
    order by online desc, u.name limit 500`);
  const version = await permissionVersion();
  const able: Colleague[] = [];
  for (const row of rows) {
    const grants = await grantsOf(
      { id: row.id, departmentId: row.department_id, projectIds: row.project_ids },
      version,
    );
    const colleague: Colleague = {
      id: row.id,
      name: row.name,
      departmentId: row.department_id,
      departmentName: row.department_name,
      online: row.online,
      has: (key) => grants.permissions.has(key),
      sees: (place) => holds(row.id, grants.scope, place),
    };
    if (grants.endpoints === null || colleague.has(permission)) able.push(colleague);
  }
  return able;
}

/**
 * Returns up to 20 enabled users with an enabled role and a scope that includes the ownership: department above it,
 * same project.
 */
export async function usersOfRole(
  tx: Db,
  roleKey: string,
  ownership: Ownership,
): Promise<{ id: string; name: string }[]> {
  return tx.rows(sql<{ id: string; name: string }>`
    select u.id::text, u.name from "user" u
    where u.deleted_at is null and u.status = 'enabled' and (u.project_ids is null or ${ownership.projectId}::bigint = any(u.project_ids))
      and exists (select 1 from user_role ur join role r on r.id = ur.role_id and r.deleted_at is null and r.status = 'enabled'
        where ur.user_id = u.id and r.key = ${roleKey}
          and (r.data_scope = 'all' or u.department_id = any((select path from department where id = ${ownership.departmentId})::bigint[])
            or exists (select 1 from user_extra_department e join department d on e.department_id = any(d.path) where e.user_id = u.id and d.id = ${ownership.departmentId})))
    order by u.name, u.id limit 20`);
}

/** Returns permission keys that only work for users without a scope limit. */
async function platformWideKeys(): Promise<Set<string>> {
  const buttons = (await findFeatures()).flatMap(({ screens }) => screens.flatMap((screen) => screen.buttons ?? []));
  return new Set(buttons.filter(({ platformWide }) => platformWide).map(({ key }) => key));
}

/** Returns the viewer's account, permissions and menus. */
export async function getUserInfo(viewer: Viewer): Promise<OutputOf<typeof userApi.getUserInfo>> {
  const row = await db.row(sql<{
    avatar: string | null;
    department: string;
    extension: string | null;
    project_ids: string[] | null;
  }>`
    select u.avatar_file_id::text as avatar, d.name as department, u.extension, u.project_ids::text[]
    from "user" u join department d on d.id = u.department_id where u.id = ${viewer.userId}`);
  const grants = await grantsOf(
    { id: viewer.userId, departmentId: viewer.departmentId, projectIds: row?.project_ids ?? null },
    await permissionVersion(),
  );
  const platformWide = await isPlatformWide(db, viewer);
  const hidden = platformWide ? new Set<string>() : await platformWideKeys();
  return {
    id: viewer.userId,
    account: viewer.account,
    name: viewer.name,
    avatar: row?.avatar ?? null,
    departmentId: viewer.departmentId,
    departmentName: row?.department ?? '',
    extension: row?.extension ?? null,
    roles: grants.roles,
    permissions: [...grants.permissions.difference(hidden)],
    mustChangePassword: viewer.mustChangePassword,
    timeZone: await viewerZone(db, viewer),
    sessionEndsAt: await sessionEnd(viewer),
    platformWide,
  };
}

/** Makes every node reload permissions, menus and dictionaries. */
export async function reloadCache(viewer: Viewer): Promise<null> {
  await command(viewer, async ({ invalidate: touch }) => {
    touch('permission');
    touch('dictionary');
  });
  wake.publish('permission');
  return null;
}
