import type { userApi } from '#features/user/contract.ts';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { assignmentsOf } from '#server/feature/assignments.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { ManagedUser } from './manage.ts';
import { resetUserPassword, updateUserStatus } from './status.ts';
import { managedUser, users } from './write.ts';

type Api = typeof userApi;
type Answer = OutputOf<Api['batchUpdateUserStatus']>;

/** Maximum number of roles per account, as in the form. */
const maxRoles = 20;

function managed(viewer: Viewer, id: string): Promise<ManagedUser> {
  return command(viewer, ({ tx }) => managedUser(tx, viewer, id));
}

/**
 * Runs the action for one account after the other, each in a transaction: a refused account stops no other. `action`
 * gets the current row; its result is added to the answer of the account.
 */
async function forEachUser(
  viewer: Viewer,
  ids: readonly string[],
  action: (row: ManagedUser) => Promise<{ password?: string }>,
): Promise<Answer> {
  const answers: Answer = [];
  for (const id of ids) {
    try {
      const row = await managed(viewer, id);
      answers.push({ id, account: row.account, name: row.name, ...(await action(row)) });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      answers.push({ id, msg: error.message });
    }
  }
  return answers;
}

/** Enables or disables each account; disabling ends its sessions and releases its warns, as for a single account. */
export function batchUpdateUserStatus(
  viewer: Viewer,
  { ids, status }: InputOf<Api['batchUpdateUserStatus']>,
): Promise<Answer> {
  return forEachUser(viewer, ids, async ({ id }) => {
    await updateUserStatus(viewer, { id, status });
    return {};
  });
}

/** Adds the roles to each account; an account that has them all is not touched. */
export function batchAddUserRole(viewer: Viewer, { ids, roleIds }: InputOf<Api['batchAddUserRole']>): Promise<Answer> {
  return forEachUser(viewer, ids, async ({ id, version, roleIds: has }) => {
    const all = [...new Set([...has, ...roleIds])];
    if (all.length > maxRoles) throw new Problem(400, `一个用户最多${maxRoles}个角色`);
    if (all.length > has.length) await users.edit(viewer, { id, version, roleIds: all });
    return {};
  });
}

/** Moves each user to the department; it is then no longer one of their extra departments. */
export function batchUpdateUserDepartment(
  viewer: Viewer,
  { ids, departmentId }: InputOf<Api['batchUpdateUserDepartment']>,
): Promise<Answer> {
  return forEachUser(viewer, ids, async ({ id, version, departmentId: now, extraDepartmentIds: extras }) => {
    const extraDepartmentIds = extras.filter((extra) => extra !== departmentId);
    if (now !== departmentId) await users.edit(viewer, { id, version, departmentId, extraDepartmentIds });
    return {};
  });
}

/** Sets a random password per account, answered once and to be changed at the next login. */
export function batchResetUserPassword(
  viewer: Viewer,
  { ids }: InputOf<Api['batchResetUserPassword']>,
): Promise<Answer> {
  return forEachUser(viewer, ids, ({ id }) => resetUserPassword(viewer, { id }));
}

/** Returns the open warns of the users managed by the viewer, to be shown before their sessions end. */
export async function getUsersInHand(
  viewer: Viewer,
  { ids }: InputOf<Api['getUsersInHand']>,
): Promise<OutputOf<Api['getUsersInHand']>> {
  const results = await forEachUser(viewer, ids, async () => ({}));
  const managedUsers = results.flatMap((result) => ('msg' in result ? [] : [result]));
  const assignments = await assignmentsOf(
    db,
    managedUsers.map(({ id }) => id),
  );
  return managedUsers.map(({ id, account, name }) => ({
    id,
    account,
    name,
    nos: assignments.flatMap((assignment) => (assignment.userId === id ? [assignment.no] : [])),
  }));
}
