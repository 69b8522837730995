import { sql } from 'kysely';
import { projectsAfter, usableProjects } from '#features/project/server/service.ts';
import type { userApi } from '#features/user/contract.ts';
import { hashPassword } from '#server/auth/password.ts';
import { beyond, grantsOfRoles, heldBy } from '#server/auth/permission.ts';
import { invalidField } from '#server/core/problem.ts';
import { sqlState } from '#server/core/retry.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import type { RequestInfo } from '#server/feature/handlers.ts';
import { searchColumns } from '#server/feature/search.ts';
import { type Link, staleWithLinks } from '#server/feature/stale.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { keepAdministrator, lockAdministrators, type ManagedUser, managedUser, placeOf } from './manage.ts';
import { changesContact, passwordWanted, proveContact } from './ownProof.ts';
import { randomPassword } from './seed.ts';
import { weakness } from './weakPassword.ts';

type Api = typeof userApi;

interface Place {
  departmentId: string;
  extraDepartmentIds: readonly string[];
  roleIds: readonly string[];
  projectIds: readonly string[] | null;
}

/** What a conflict tells of the lists beside the account; departments outside the scope by their number alone. */
function linksOf({ scope }: Viewer): readonly Link[] {
  const named = scope.departments ?? undefined;
  return [
    { table: 'user_role', column: 'role_id', of: 'role', field: 'roleIds' },
    { table: 'user_extra_department', column: 'department_id', of: 'department', field: 'extraDepartmentIds', named },
  ];
}

/**
 * 400 naming the field: a department or project outside the scope, a disabled department, a role that is not there, or more
 * than one has oneself. Departments and projects in which the person is already (`former`) are not asked about.
 */
export async function checkPlace(tx: Db, viewer: Viewer, place: Place, former: readonly string[] = []): Promise<void> {
  const { departmentId, extraDepartmentIds, roleIds, projectIds } = place;
  const fresh = extraDepartmentIds.filter((id) => !former.includes(id));
  const projects = projectIds?.filter((id) => !former.includes(id)) ?? [];
  const { departments } = viewer.scope;
  const found = await sql<{ department: string | null; extras: number; roles: number; projects: number }>`
    select (select status from department where id = ${departmentId} and deleted_at is null) as department,
      (select count(*)::int from department where id = any(${fresh}) and deleted_at is null) as extras,
      (select count(*)::int from role where id = any(${roleIds}) and deleted_at is null) as roles,
      (select count(*)::int from project where id = any(${projects}) and deleted_at is null) as projects`.execute(tx);
  const known = found.rows[0];
  const usable = await usableProjects(viewer);
  if (!known?.department || (departments && !departments.includes(departmentId)))
    throw invalidField('departmentId', '部门不存在或不在你的范围');
  if (known.department !== 'enabled' && !former.includes(departmentId))
    throw invalidField('departmentId', '部门已停用');
  if (extraDepartmentIds.includes(departmentId)) throw invalidField('extraDepartmentIds', '兼任部门不能是所在部门');
  const inside = departments === null || fresh.every((id) => departments.includes(id));
  if (known.extras !== new Set(fresh).size || !inside)
    throw invalidField('extraDepartmentIds', '兼任部门不存在或不在你的范围');
  if (known.roles !== new Set(roleIds).size) throw invalidField('roleIds', '角色不存在');
  const foreign = projects.some((id) => usable && !usable.includes(id));
  if (foreign || known.projects !== new Set(projects).size)
    throw invalidField('projectIds', '项目不存在或不在你的范围');
  await checkGrants(tx, viewer, place);
}

/** 400 when the roles would give more there than the viewer has. */
async function checkGrants(tx: Db, viewer: Viewer, place: Place): Promise<void> {
  const more = beyond(await heldBy(tx, viewer), await grantsOfRoles(tx, place.roleIds, placeOf(place), true));
  if (more === '你以外的项目') throw invalidField('projectIds', '项目不存在或不在你的范围');
  if (more) throw invalidField('roleIds', `不能授予${more}`, 'grant');
}

function checkExpiry(expiresAt: string | null | undefined): void {
  if (expiresAt && new Date(expiresAt).getTime() <= Date.now()) throw invalidField('expiresAt', '有效期须晚于现在');
}

/** A new account. Without a password one is made, answered once, and must be changed at the first login. */
export async function addUser(viewer: Viewer, input: InputOf<Api['addUser']>): Promise<OutputOf<Api['addUser']>> {
  const { password: given, roleIds, extraDepartmentIds = [], ...fields } = input;
  const weak = given === undefined ? null : weakness(given, input);
  if (weak) throw invalidField('password', weak);
  checkExpiry(input.expiresAt);
  // Whoever is bound to projects hands on no more than these.
  const projectIds = input.projectIds ?? (viewer.scope.projects ? [...viewer.scope.projects] : null);
  const password = given ?? randomPassword();
  const passwordHash = await hashPassword(password);
  const added = command(viewer, async ({ tx, touch }) => {
    await checkPlace(tx, viewer, { departmentId: input.departmentId, extraDepartmentIds, roleIds, projectIds });
    const row = await tx
      .insertInto('user')
      .values({
        ...fields,
        ...namesOf(input.name),
        projectIds,
        passwordHash,
        mustChangePassword: given === undefined,
        createdBy: viewer.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await setRoles(tx, row.id, roleIds);
    await setDepartments(tx, row.id, extraDepartmentIds);
    touch('permission');
    return { id: row.id, ...(given === undefined ? { password } : {}) };
  });
  return added.catch((error: unknown) => {
    throw sqlState(error) === '23505' ? invalidField('account', '账号已存在', 'unique') : error;
  });
}

/**
 * Changes what is given: 404 outside the scope, 409 when somebody changed it meanwhile, with what they changed. A new phone or
 * mailbox of one's own account needs the password.
 */
export async function editUser(
  viewer: Viewer,
  { password, ...input }: InputOf<Api['editUser']>,
  info: RequestInfo,
): Promise<OutputOf<Api['editUser']>> {
  const own = input.id === viewer.userId;
  return changeUser(viewer, input, own && (await proveContact(viewer, info, { ...input, password })));
}

/** The same without asking; `proven`: the viewer has just given their password. */
export async function changeUser(
  viewer: Viewer,
  input: Omit<InputOf<Api['editUser']>, 'password'>,
  proven = false,
): Promise<OutputOf<Api['editUser']>> {
  const { id, version, account: _account, avatar, roleIds, extraDepartmentIds, ...fields } = input;
  const usable = await usableProjects(viewer);
  return command(viewer, async ({ tx, touch }) => {
    await lockAdministrators(tx);
    const row = await managedUser(tx, viewer, id);
    if (row.version !== version) throw await staleWithLinks(tx, 'user', id, version, row, linksOf(viewer), usable);
    if (id === viewer.userId && !proven && changesContact(row, input)) throw passwordWanted();
    const extras = furtherDepartments(viewer, row, extraDepartmentIds);
    const projectIds =
      input.projectIds === undefined ? row.projectIds : projectsAfter(usable, row.projectIds, input.projectIds);
    await checkEdit(tx, viewer, input, row, { extraDepartmentIds: extras, projectIds });
    if (roleIds) await setRoles(tx, id, roleIds);
    await setDepartments(tx, id, extras);
    await tx
      .updateTable('user')
      .set({
        ...fields,
        projectIds,
        ...(input.name ? namesOf(input.name) : {}),
        ...(avatar === null ? { avatarFileId: null } : {}),
        version: version + 1,
      })
      .where('id', '=', id)
      .execute();
    await keepAdministrator(tx);
    touch('permission');
    return { id, version: version + 1 };
  });
}

/** The further departments after an edit: those that the viewer cannot see stay as they are. */
function furtherDepartments(
  { userId, scope }: Viewer,
  row: ManagedUser,
  asked: readonly string[] | undefined,
): string[] {
  const unseen = row.extraDepartmentIds.filter((id) => !(scope.departments?.includes(id) ?? true));
  if (!asked) return row.extraDepartmentIds;
  return row.id === userId ? [...asked] : [...new Set([...asked, ...unseen])];
}

/** The rules of a change beside those of the contract; where the person stands is judged only if that changes. */
async function checkEdit(
  tx: Db,
  viewer: Viewer,
  input: InputOf<Api['editUser']>,
  row: ManagedUser,
  after: Pick<Place, 'extraDepartmentIds' | 'projectIds'>,
): Promise<void> {
  if (input.account !== undefined && input.account.trim() !== row.account)
    throw invalidField('account', '账号创建后不可修改');
  if (input.expiresAt !== row.expiresAt) checkExpiry(input.expiresAt);
  const place: Place = {
    departmentId: input.departmentId ?? row.departmentId,
    roleIds: input.roleIds ?? row.roleIds,
    ...after,
  };
  const former = [row.departmentId, ...row.extraDepartmentIds, ...(row.projectIds ?? [])];
  if (moves(row, place)) await checkPlace(tx, viewer, place, former);
}

function moves(before: Place, after: Place): boolean {
  const text = ({ departmentId, extraDepartmentIds, roleIds, projectIds }: Place) =>
    JSON.stringify([
      departmentId,
      [...extraDepartmentIds].sort(),
      [...roleIds].sort(),
      projectIds && [...projectIds].sort(),
    ]);
  return text(before) !== text(after);
}

function namesOf(name: string): { pinyin: string; initials: string } {
  const { pinyin, initials } = searchColumns(name);
  return { pinyin, initials };
}

/** The departments beside the own one, whole. */
export async function setDepartments(tx: Db, userId: string, departmentIds: readonly string[]): Promise<void> {
  await sql`delete from user_extra_department where user_id = ${userId} and department_id <> all(${departmentIds})`.execute(
    tx,
  );
  await sql`insert into user_extra_department (user_id, department_id) select ${userId}, unnest(${departmentIds}::bigint[]) on conflict do nothing`.execute(
    tx,
  );
}

async function setRoles(tx: Db, userId: string, roleIds: readonly string[]): Promise<void> {
  await sql`delete from user_role where user_id = ${userId} and role_id <> all(${roleIds})`.execute(tx);
  await sql`insert into user_role (user_id, role_id) select ${userId}, unnest(${roleIds}::bigint[]) on conflict do nothing`.execute(
    tx,
  );
}
