import { roleApi } from '#features/role/contract.ts';
import { authorizationCases, refers, scopeFree, shows, type World } from '#server/testing/authorization.ts';
import { aRole, next } from '#server/testing/rows.ts';

const noPlace =
  'a role has no department and no project; that nobody gives or changes more than they have: grantLimits.test.ts';
const anEmptyRole = ({ app, user }: World) =>
  user.token === '' ? Promise.resolve('1') : aRole(app, { scope: 'self', permissions: [] });
const fields = () => ({ name: `角色${next()}`, key: `r${next()}_x` });

/** Visibility and permissions of the role endpoints. */
export default authorizationCases(roleApi, {
  getRoleList: scopeFree(noPlace),
  getRole: scopeFree(noPlace),
  getRoleOption: scopeFree(noPlace),
  getRoleMenuList: scopeFree(noPlace),
  addRole: {
    checks: [refers('department', ({ id }) => ({ ...fields(), dataScope: 'custom', departmentIds: [id] }))],
    alsoFree: { menuIds: 'a menu has no place; that nobody gives more than they have: grantLimits.test.ts' },
  },
  editRole: {
    checks: [
      refers('department', async ({ id }, world) => ({
        id: await anEmptyRole(world),
        version: 1,
        dataScope: 'custom',
        departmentIds: [id],
      })),
    ],
    alsoFree: { id: noPlace, menuIds: noPlace },
  },
  copyRole: scopeFree(noPlace),
  updateRoleStatus: scopeFree(noPlace),
  deleteRole: scopeFree(noPlace),
  getRoleUserList: {
    checks: [
      shows('user', async ({ mark }, world) => ({
        id: await anEmptyRole(world),
        member: false,
        keyword: mark || 'x',
        limit: 200,
      })),
      shows('user', async ({ id, mark }, { app }) => ({ id: await roleOf(app, id), keyword: mark || 'x', limit: 200 })),
    ],
  },
  editRoleUser: {
    checks: [
      refers('user', async ({ id }, world) => ({ id: await anEmptyRole(world), addUserIds: [id] })),
      refers('user', async ({ id }, world) => ({ id: (await roleOf(world.app, id)) ?? '1', removeUserIds: [id] })),
    ],
    alsoFree: { id: noPlace },
  },
});

async function roleOf(app: World['app'], userId: string): Promise<string> {
  const [row] = await app.sql<{ id: string }>(
    'select coalesce((select role_id from user_role where user_id = $1 limit 1), (select min(id) from role))::text as id',
    [userId],
  );
  return row?.id ?? '1';
}
