import { userApi } from '#features/user/contract.ts';
import {
  authorizationCases,
  type CreatedRecord,
  counts,
  names,
  type RecordKind,
  refers,
  scopeFree,
  shows,
} from '#server/testing/authorization.ts';
import { aPicture } from '#server/testing/picture.ts';
import { anAccount, aRole, next, type Rows } from '#server/testing/rows.ts';
import { upload } from '#server/testing/sheet.ts';

/** A role without permissions, which every user may therefore grant. */
const emptyRole = (app: Rows) => aRole(app, { scope: 'self', permissions: [] });

const user: RecordKind = {
  table: 'user',
  noOwn: 'with the scope self one sees oneself and nobody that one entered',
  async make(app, place) {
    const { id, account } = await anAccount(app, {
      roleId: await emptyRole(app),
      department: place.department,
      projects: [place.project],
    });
    return { id, mark: account };
  },
};

/** The portrait of a user with this ownership. */
const portrait: RecordKind = {
  table: 'file',
  noOwn: 'with the scope self one sees oneself and nobody that one entered',
  async make(app, place, owner) {
    const { id } = await user.make(app, place, owner);
    const { data } = await upload(app, userApi.uploadUserImg.path, await aPicture(), { id });
    return { id: String(data.fileId), mark: '' };
  },
};

const session: RecordKind = {
  table: 'session',
  ownedBy: 'made',
  async make(app, _place, owner) {
    const [row] = await app.sql<{ id: string }>(
      `insert into session (token_hash, user_id, ip, agent, expires_at)
       values (decode(md5(random()::text), 'hex'), $1, '10.1.2.3', 'x', now() + interval '1 day') returning id::text`,
      [owner.id],
    );
    return { id: row?.id ?? '', mark: `"${row?.id}"` };
  },
};

const idOf = ({ id }: CreatedRecord) => ({ id });
const ownUserOnly = scopeFree('it is about the person who calls and about nobody else');

const fields = async (app: Rows) => ({
  account: `n${next()}`,
  name: '新同事',
  mobile: `136${String(10_000_000 + next())}`,
  roleIds: [await emptyRole(app)],
});

/** Visibility and permissions of the user endpoints. */
export default authorizationCases(
  userApi,
  {
    getUserInfo: ownUserOnly,
    getUserMenu: ownUserOnly,
    editUserPassword: ownUserOnly,
    getUserDepartmentTree: {
      checks: [
        shows('department', () => ({})),
        counts(
          'user',
          () => ({}),
          (tree) => tree[0]?.count ?? 0,
        ),
      ],
    },
    reloadCache: scopeFree('every node reads its own caches anew; nothing is answered'),
    addUser: {
      checks: [
        refers('department', async ({ id }, { app }) => ({ ...(await fields(app)), departmentId: id })),
        refers('department', async ({ id }, { app, here }) => ({
          ...(await fields(app)),
          departmentId: here.department,
          extraDepartmentIds: [id],
        })),
        refers('project', async ({ id }, { app, here }) => ({
          ...(await fields(app)),
          departmentId: here.department,
          projectIds: [id],
        })),
      ],
      alsoFree: { roleIds: 'a role has no place; that nobody gives more than they have: grantLimits.test.ts' },
    },
    editUser: {
      checks: [
        names('user', (made) => ({ ...idOf(made), version: 1, remark: '改' })),
        refers('department', async ({ id }, { app, here, user: who }) => ({
          id: who.token === '' ? '1' : (await user.make(app, here, who)).id,
          version: 1,
          departmentId: id,
        })),
        refers('department', async ({ id }, { app, here, user: who }) => ({
          id: who.token === '' ? '1' : (await user.make(app, here, who)).id,
          version: 1,
          extraDepartmentIds: [id],
        })),
        refers('project', async ({ id }, { app, here, user: who }) => ({
          id: who.token === '' ? '1' : (await user.make(app, here, who)).id,
          version: 1,
          projectIds: [id],
        })),
      ],
      alsoFree: { roleIds: 'a role has no place; that nobody gives more than they have: grantLimits.test.ts' },
    },
    resetUserTotp: {
      checks: [
        names('user', idOf, {
          ready: ({ id }, { app }) =>
            app.sql("insert into user_totp (user_id, secret_cipher, confirmed_at) values ($1, 'x', now())", [id]),
        }),
      ],
    },
    batchUpdateUserStatus: { checks: [shows('user', ({ id }) => ({ ids: [id], status: 'disabled' }))] },
    batchAddUserRole: {
      checks: [shows('user', async ({ id }, { app }) => ({ ids: [id], roleIds: [await emptyRole(app)] }))],
      alsoFree: { roleIds: 'a role has no place; that nobody gives more than they have: grantLimits.test.ts' },
    },
    batchUpdateUserDepartment: {
      checks: [shows('user', ({ id }, { here }) => ({ ids: [id], departmentId: here.department }))],
      alsoFree: { departmentId: 'each row goes through editUser, which refers to it: batch.test.ts' },
    },
    batchResetUserPassword: { checks: [shows('user', ({ id }) => ({ ids: [id] }))] },
    getUsersInHand: { checks: [shows('user', ({ id }) => ({ ids: [id] }))] },
    uploadUserImg: { checks: [names('user', idOf, { file: aPicture, with: ['user:edit'] })] },
    getUserProfile: ownUserOnly,
    editUserProfile: ownUserOnly,
    getUserSessionList: { checks: [shows('session', () => ({}))] },
    addUserTotp: ownUserOnly,
    confirmUserTotp: ownUserOnly,
    deleteUserTotp: ownUserOnly,
  },
  { user, session, portrait },
  {
    'GET /api/user/getUserImg': {
      tries: [
        {
          how: 'names',
          kind: 'portrait',
          anonymousStatus: 401,
          wrongRole: 'a face belongs to a name, and names of the scope stand on many screens',
          ask: ({ id }, { app, user: who }) =>
            app.ask({ method: 'GET', path: `/api/user/getUserImg?id=${id}`, token: who.token }),
        },
      ],
    },
  },
);
