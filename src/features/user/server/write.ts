import { sql } from 'kysely';
import { usableProjects } from '#features/project/server/service.ts';
import { user, type userApi } from '#features/user/contract.ts';
import { hashPassword } from '#server/auth/password.ts';
import { endSessionsOf } from '#server/auth/session.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { crud, type ResourceInput } from '#server/crud/crud.ts';
import type { Db } from '#server/db/db.ts';
import { visibleUsers } from '#server/db/userScope.ts';
import { assignmentsOf } from '#server/feature/assignments.ts';
import type { CommandContext } from '#server/feature/command.ts';
import type { RequestInfo } from '#server/feature/handlers.ts';
import { searchColumns } from '#server/feature/search.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { columns, filtered, keywordCondition, withLocks } from './list.ts';
import {
  admit,
  lockAdministrators,
  type ManagedUser,
  requireAdministratorLeft,
  type UserRow,
  withAccess,
} from './manage.ts';
import { changesContact, passwordRequired, proveContact } from './passwordProof.ts';
import { randomPassword } from './seed.ts';
import { accessAfter, accessChanges, formerOf, validateAccess, writeAccess } from './userAccess.ts';
import { weakness } from './weakPassword.ts';

type Api = typeof userApi;
type Input = ResourceInput<typeof user.fields> & { status?: string };

/** Throws 400 when it is the viewer's own account. */
export function notSelf(viewer: Viewer, { id }: Pick<UserRow, 'id'>, what: string): void {
  if (id === viewer.userId) throw new Problem(400, what);
}

/** Returns the search columns of a name. */
export function namesOf(name: string | undefined): { pinyin?: string; initials?: string } {
  if (!name) return {};
  const { pinyin, initials } = searchColumns(name);
  return { pinyin, initials };
}

/** Validates the rules that the contract cannot express; access is validated only if it changes. */
async function validateUser({ tx }: CommandContext, viewer: Viewer, input: Input, previous: UserRow | null) {
  const { expiresAt, name, status } = input;
  if (previous && status === 'disabled') notSelf(viewer, previous, '不能停用自己的账号');
  if (expiresAt && expiresAt !== previous?.expiresAt && new Date(expiresAt).getTime() <= Date.now())
    throw invalidField('expiresAt', '有效期须晚于现在');
  const now = previous && (await withAccess(tx, previous));
  const place = await accessAfter(viewer, input, now);
  if (!now || accessChanges(now, place)) await validateAccess(tx, viewer, place, now ? formerOf(now) : []);
  return { values: { ...namesOf(name), projectIds: place.projectIds } };
}

/** Disables a deleted user and removes them as department leader; 409 while they handle warns. */
async function removed({ tx }: CommandContext, viewer: Viewer, row: UserRow): Promise<void> {
  notSelf(viewer, row, '不能删除自己的账号');
  const { id, name } = row;
  const { length: count } = await assignmentsOf(tx, [id]);
  if (count > 0) throw new Problem(409, `${name} 还有 ${count} 条处理中的告警，请先转派`, { userId: id, name, count });
  await tx.updateTable('user').set({ status: 'disabled' }).where('id', '=', id).execute();
  await tx.updateTable('department').set({ leaderId: null }).where('leaderId', '=', id).execute();
  await requireAdministratorLeft(tx);
}

/** Stored accounts, for viewers who see the user and have no fewer permissions. */
export const users = crud(user, {
  readAccess: (viewer) => visibleUsers(viewer, 'user'),
  filterWhere: filtered,
  keywordWhere: keywordCondition,
  computedColumns: columns,
  sortColumns: { account: sql`lower("user".account)`, name: sql`"user".pinyin` },
  afterRead: withLocks,
  acquireLocks: lockAdministrators,
  // Departments out of scope are only counted.
  joinTables: ({ scope: { departments } }) => [
    { table: 'user_role', column: 'role_id', of: 'role', field: 'roleIds' },
    {
      table: 'user_extra_department',
      column: 'department_id',
      of: 'department',
      field: 'extraDepartmentIds',
      named: departments ?? undefined,
    },
  ],
  nameableProjects: usableProjects,
  updateAccess: admit,
  beforeChange: validateUser,
  async afterChange({ tx }, viewer, id, input, previous) {
    const now = previous && (await withAccess(tx, previous));
    await writeAccess(tx, id, await accessAfter(viewer, input, now));
    if (previous) await requireAdministratorLeft(tx);
  },
  beforeDelete: removed,
  invalidates: 'permission',
});

/** Locks the account for a change. 404 outside the scope; 403 when the user has more permissions than the viewer. */
export async function managedUser(tx: Db, viewer: Viewer, id: string): Promise<ManagedUser> {
  return withAccess(tx, await users.lockForChange(tx, viewer, id));
}

/**
 * Adds an account; its password must be changed at the first login. Without a password a random one is made and
 * answered once.
 */
export async function addUser(
  viewer: Viewer,
  { password: givenPassword, ...input }: InputOf<Api['addUser']>,
): Promise<OutputOf<Api['addUser']>> {
  const weak = givenPassword === undefined ? null : weakness(givenPassword, input);
  if (weak) throw invalidField('password', weak);
  const password = givenPassword ?? randomPassword();
  const extraColumns = { passwordHash: await hashPassword(password), mustChangePassword: true };
  const { id } = await users.addWithColumns(viewer, input, extraColumns);
  return { id, ...(givenPassword === undefined && { password }) };
}

/** Changes the given fields. A new phone or mailbox of the viewer's own account needs the password. */
export async function editUser(
  viewer: Viewer,
  { password, ...input }: InputOf<Api['editUser']>,
  info: RequestInfo,
): Promise<OutputOf<Api['editUser']>> {
  const isSelf = input.id === viewer.userId;
  const proven = isSelf && (await proveContact(viewer, info, { ...input, password }));
  return users.editChecked(viewer, input, (previous) => {
    if (isSelf && !proven && changesContact(previous, input)) throw passwordRequired();
  });
}

/** Soft-deletes accounts, so that every log can still name them. All or nothing. */
export async function deleteUser(viewer: Viewer, input: InputOf<Api['deleteUser']>): Promise<null> {
  await users.remove(viewer, input);
  for (const id of input.ids) await endSessionsOf(id, 'deleted');
  return null;
}
