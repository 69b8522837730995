import { and, eq, isNull, sql } from 'drizzle-orm';
import type { DepartmentNode, MenuNode, userApi } from '#features/user/contract.ts';
import { command } from '#server/command.ts';
import { type Db, db } from '#server/db.ts';
import { checkPassword, hashPassword } from '#server/password.ts';
import { grantsOf, permissionVersion } from '#server/permission.ts';
import { invalidField } from '#server/problem.ts';
import { endSessionsOf } from '#server/session.ts';
import { may, type Viewer } from '#server/viewer.ts';
import { wake } from '#server/wake.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { user } from './schema.ts';

/** The name of a user, '' when there is none. */
export async function nameOf(tx: Db, id: string): Promise<string> {
  const [row] = await tx
    .select({ name: user.name })
    .from(user)
    .where(and(eq(user.id, id), isNull(user.deletedAt)));
  return row?.name ?? '';
}

export interface Colleague {
  id: string;
  name: string;
  departmentName: string;
  online: boolean;
}

/** Enabled people who hold the right and whose scope holds the place, those with a live stream first. */
export async function peopleWith(
  tx: Db,
  right: string,
  place: { departmentId: string; projectId: string },
): Promise<Colleague[]> {
  const found = await tx.execute<{
    id: string;
    name: string;
    department_id: string;
    department_name: string;
    project_ids: string[] | null;
    online: boolean;
  }>(sql`
    select u.id::text, u.name, u.department_id::text, d.name as department_name, u.project_ids::text[], coalesce(p.seen_at > now() - interval '40 seconds', false) as online
    from "user" u join department d on d.id = u.department_id left join presence p on p.user_id = u.id
    where u.deleted_at is null and u.status = 'enabled' order by online desc, u.name limit 500`);
  const version = await permissionVersion();
  const able: Colleague[] = [];
  for (const row of found.rows) {
    const grants = await grantsOf(
      { id: row.id, departmentId: row.department_id, projectIds: row.project_ids },
      version,
    );
    const allowed = grants.endpoints === null || grants.permissions.has(right);
    const { departments, projects } = grants.scope;
    const inside =
      (departments === null || departments.includes(place.departmentId)) &&
      (projects === null || projects.includes(place.projectId));
    if (allowed && inside && grants.scope.kind !== 'self')
      able.push({ id: row.id, name: row.name, departmentName: row.department_name, online: row.online });
  }
  return able;
}

/** Names of the people with a role whose department stands above (or is) the place. */
export async function namesOfRole(tx: Db, roleKey: string, departmentId: string): Promise<string[]> {
  const found = await tx.execute<{ name: string }>(sql`
    select distinct u.name from "user" u join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id and r.deleted_at is null
    where r.key = ${roleKey} and u.deleted_at is null and u.status = 'enabled'
      and (r.data_scope = 'all' or u.department_id = any((select path from department where id = ${departmentId})::bigint[])) limit 20`);
  return found.rows.map((row) => row.name);
}

/** Who I am and what I may. */
export async function getUserInfo(viewer: Viewer): Promise<OutputOf<typeof userApi.getUserInfo>> {
  const found = await db.execute<{
    avatar: string | null;
    department: string;
    extension: string | null;
    zone: string | null;
    project_ids: string[] | null;
  }>(sql`
    select u.avatar_file_id::text as avatar, d.name as department, u.extension, u.project_ids::text[],
      (select p.time_zone from project p where p.deleted_at is null and (u.project_ids is null or p.id = any(u.project_ids)) order by p.id limit 1) as zone
    from "user" u join department d on d.id = u.department_id where u.id = ${viewer.userId}`);
  const row = found.rows[0];
  const grants = await grantsOf(
    { id: viewer.userId, departmentId: viewer.departmentId, projectIds: row?.project_ids ?? null },
    await permissionVersion(),
  );
  return {
    id: viewer.userId,
    account: viewer.account,
    name: viewer.name,
    avatar: row?.avatar ?? null,
    departmentId: viewer.departmentId,
    departmentName: row?.department ?? '',
    extension: row?.extension ?? null,
    roles: grants.roles,
    permissions: [...grants.permissions],
    mustChangePassword: viewer.mustChangePassword,
    timeZone: row?.zone ?? 'Asia/Shanghai',
  };
}

interface MenuRow extends Record<string, unknown> {
  id: string;
  parent_id: string | null;
  name: string;
  url: string | null;
  icon: string | null;
  type: 'dir' | 'menu' | 'link';
  permission: string | null;
}

/** The tree of the menus that the person has; groups without a screen are left out. */
export async function getUserMenu(viewer: Viewer): Promise<MenuNode[]> {
  const found = await db.execute<MenuRow>(sql`
    select id::text, parent_id::text, name, url, icon, type, permission from menu
    where deleted_at is null and status = 'enabled' and type <> 'button' and (visible or type = 'dir') order by sort, id`);
  const mine = found.rows.filter((row) => row.type === 'dir' || row.permission === null || may(viewer, row.permission));
  const below = (parent: string | null): MenuNode[] =>
    mine
      .filter((row) => row.parent_id === parent)
      .map((row) => ({
        id: row.id,
        name: row.name,
        url: row.url ?? '',
        icon: row.icon ?? '',
        type: row.type,
        children: below(row.id),
      }))
      .filter((node) => node.type !== 'dir' || node.children.length > 0);
  return below(null);
}

/** Departments in scope with the number of users directly in each; one whose parent is out of scope stands at the top. */
export async function getUserDepartmentTree(viewer: Viewer): Promise<DepartmentNode[]> {
  const { departments } = viewer.scope;
  const found = await db.execute<{ id: string; parent_id: string | null; name: string; count: number }>(sql`
    select d.id::text, d.parent_id::text, d.name,
      (select count(*)::int from "user" u join department b on b.id = u.department_id where d.id = any(b.path) and u.deleted_at is null
        and (${departments === null} or b.id = any(${`{${(departments ?? []).join(',')}}`}::bigint[]))) as count
    from department d where d.deleted_at is null order by d.sort, d.id`);
  const seen = found.rows.filter((row) => departments === null || departments.includes(row.id));
  const ids = new Set(seen.map((row) => row.id));
  const below = (parent: string | null): DepartmentNode[] =>
    seen
      .filter((row) => (parent === null ? row.parent_id === null || !ids.has(row.parent_id) : row.parent_id === parent))
      .map((row) => ({ id: row.id, name: row.name, count: row.count, children: below(row.id) }));
  return below(null);
}

/** Needs the old password; every other session of the person ends. */
export async function editUserPassword(viewer: Viewer, input: InputOf<typeof userApi.editUserPassword>): Promise<null> {
  const [row] = await db.select({ hash: user.passwordHash }).from(user).where(eq(user.id, viewer.userId));
  if (!(await checkPassword(row?.hash ?? null, input.oldPassword))) throw invalidField('oldPassword', '原密码不正确');
  const weak = weakness(input.newPassword, viewer);
  if (weak) throw invalidField('newPassword', weak);
  if (input.newPassword === input.oldPassword) throw invalidField('newPassword', '新密码须与原密码不同');
  const hash = await hashPassword(input.newPassword);
  await command(viewer, async ({ tx, touch }) => {
    await tx.execute(sql`
      update "user" set password_hash = ${hash}, password_changed_at = now(), must_change_password = false, version = version + 1, updated_at = now(), updated_by = ${viewer.userId}
      where id = ${viewer.userId}`);
    touch('permission');
  });
  await endSessionsOf(viewer.userId, 'password', viewer.sessionId);
  return null;
}

const common = new Set([
  '12345678',
  '123456789',
  '1234567890',
  'password',
  'password1',
  'qwertyui',
  '11111111',
  '88888888',
  '00000000',
  'abcd1234',
  'a1234567',
  'iloveyou',
  '1qaz2wsx',
  'qwerty123',
  'admin123',
  'admin888',
]);

/** Why a password is refused (OWASP ASVS 5, 6.2): common, or holding the account or name; null when it is fine. */
export function weakness(password: string, who: { account: string; name: string }): string | null {
  const lower = password.toLowerCase();
  const contained = [who.account, who.name].some((part) => part.length >= 2 && lower.includes(part.toLowerCase()));
  if (contained) return '密码强度不足：不能包含账号或姓名';
  if (common.has(lower) || new Set(lower).size < 3) return '密码强度不足：太常见，容易被猜到';
  return null;
}

/** Every node reads rights, menus and dictionaries anew. */
export async function reloadCache(viewer: Viewer): Promise<null> {
  await command(viewer, async ({ touch }) => {
    touch('permission');
    touch('dictionary');
  });
  wake.publish('permission');
  return null;
}
