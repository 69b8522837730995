import { sql } from 'kysely';
import type { roleApi } from '#features/role/contract.ts';
import { lockAdministrators, managedUser, placeOf, requireAdministratorLeft } from '#features/user/server/service.ts';
import { exceedingGrant, grantableBy, grantsOfRoles } from '#server/auth/permission.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { visibleUsers } from '#server/db/userScope.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { lockRole } from './write.ts';

type Api = typeof roleApi;

async function add(tx: Db, viewer: Viewer, roleId: string, userId: string): Promise<boolean> {
  const user = await managedUser(tx, viewer, userId);
  const exceeding = exceedingGrant(
    await grantableBy(tx, viewer),
    await grantsOfRoles(tx, [...user.roleIds, roleId], placeOf(user), true),
  );
  if (exceeding) throw invalidField('addUserIds', `不能授予 ${user.name} ${exceeding}`, 'grant');
  const count = await tx.affected(
    sql`insert into user_role (user_id, role_id) values (${userId}, ${roleId}) on conflict do nothing`,
  );
  return count > 0;
}

async function remove(tx: Db, viewer: Viewer, roleId: string, userId: string): Promise<boolean> {
  await managedUser(tx, viewer, userId);
  const count = await tx.affected(sql`delete from user_role where user_id = ${userId} and role_id = ${roleId}`);
  return count > 0;
}

/** Grants the role to users and removes it from others: all or nothing, effective at once for logged-in users. */
export async function editRoleUser(
  viewer: Viewer,
  { id, addUserIds = [], removeUserIds = [] }: InputOf<Api['editRoleUser']>,
): Promise<OutputOf<Api['editRoleUser']>> {
  const both = addUserIds.find((one) => removeUserIds.includes(one));
  if (both) throw invalidField('removeUserIds', '同一个用户不能既加入又移出');
  return command(viewer, async ({ tx, invalidate: touch }) => {
    await lockAdministrators(tx);
    const { row } = await lockRole(tx, viewer, id);
    if (row.status === 'disabled' && addUserIds.length > 0) throw new Problem(400, '角色已停用，不能再分配用户');
    const changed: string[] = [];
    for (const userId of addUserIds.toSorted()) if (await add(tx, viewer, id, userId)) changed.push(userId);
    for (const userId of removeUserIds.toSorted()) if (await remove(tx, viewer, id, userId)) changed.push(userId);
    await sql`
      update "user" set version = version + 1, updated_at = now(), updated_by = ${viewer.userId} where id = any(${changed}::bigint[])`.execute(
      tx,
    );
    await requireAdministratorLeft(tx);
    touch('permission');
    const userRole = await tx.row(sql<{ n: number }>`
      select count(*)::int as n from user_role ur join "user" u on u.id = ur.user_id where ur.role_id = ${id} and ${visibleUsers(viewer)}`);
    return { userCount: userRole?.n ?? 0 };
  });
}
