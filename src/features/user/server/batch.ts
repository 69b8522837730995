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

/** Roles of one account, as the form takes them. */
const maxRoles = 20;

function managed(viewer: Viewer, id: string): Promise<ManagedUser> {
  return command(viewer, ({ tx }) => managedUser(tx, viewer, id));
}

/**
 * One after the other by the rules for a single account, each in a change of its own: what is refused for one stops no other.
 * `deed` gets the account as it stands and answers what is told of it beside its name.
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

/** Enables or disables each; sessions and cases in hand of the disabled end as with a single one. */
export function batchUpdateUserStatus(
  viewer: Viewer,
  { ids, status }: InputOf<Api['batchUpdateUserStatus']>,
): Promise<Answer> {
  return forEachUser(viewer, ids, async ({ id }) => {
    await updateUserStatus(viewer, { id, status });
    return {};
  });
}

/** Adds the roles to those that each has; who has them all stays untouched. */
export function batchAddUserRole(viewer: Viewer, { ids, roleIds }: InputOf<Api['batchAddUserRole']>): Promise<Answer> {
  return forEachUser(viewer, ids, async ({ id, version, roleIds: has }) => {
    const all = [...new Set([...has, ...roleIds])];
    if (all.length > maxRoles) throw new Problem(400, `一个用户最多${maxRoles}个角色`);
    if (all.length > has.length) await users.edit(viewer, { id, version, roleIds: all });
    return {};
  });
}

/** Moves each to the department; one that they worked in beside their own is no further one then. */
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

/** A random password each, answered once, to be changed at the next login. */
export function batchResetUserPassword(
  viewer: Viewer,
  { ids }: InputOf<Api['batchResetUserPassword']>,
): Promise<Answer> {
  return forEachUser(viewer, ids, ({ id }) => resetUserPassword(viewer, { id }));
}

/** What those among these people have in hand whom the viewer manages, to be said before they are sent off. */
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
