import { sql } from 'kysely';
import { type FileRow, meantIn, titleOf, type ValidatedRow } from '#features/import/server/service.ts';
import { user, userApi } from '#features/user/contract.ts';
import { exceedingGrant, grantableBy, grantsOfRoles } from '#server/auth/permission.ts';
import { cooperativePause } from '#server/core/alarmPriority.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { departmentsOf, visibleUsers } from '#server/db/userScope.ts';
import type { DuplicatePolicy } from '#shared/contract/import.ts';
import type { InputOf } from '#shared/endpoint.ts';
import type { FieldProblem } from '#shared/envelope.ts';
import { problemsOf } from '#shared/rule/rules.ts';
import { placeOf } from '../manage.ts';
import { type Contacts, changesContact } from '../passwordProof.ts';

export type ImportedUser = Omit<InputOf<typeof userApi.addUser>, 'password' | 'expiresAt' | 'projectIds'>;

interface StoredAccount {
  id: string;
  visible: boolean;
  /** True when deleted before the first login: an import that was undone. */
  free: boolean;
  departmentId: string;
  extraDepartmentIds: string[];
  roleIds: string[];
  projectIds: string[] | null;
  /** Contacts of the viewer's own account; a file cannot change them, since it has no password. */
  own: Contacts | null;
}

interface Names {
  /** Null: several departments have that name. */
  departments: Map<string, string | null>;
  roles: Map<string, string>;
  accounts: Map<string, StoredAccount>;
}

async function departmentNames({ scope }: Viewer): Promise<Map<string, string | null>> {
  const rows = await db.rows(sql<{ id: string; name: string; above: string | null }>`
    select d.id::text, d.name, p.name as above from department d left join department p on p.id = d.parent_id where d.deleted_at is null`);
  const names = new Map<string, string | null>();
  for (const { id, name, above } of rows) {
    if (scope.departments && !scope.departments.includes(id)) continue;
    names.set(name, names.has(name) ? null : id);
    if (above) names.set(`${above}/${name}`, id);
  }
  return names;
}

async function storedAccounts(viewer: Viewer, accounts: string[]): Promise<Map<string, StoredAccount>> {
  const rows = await db.rows(sql<StoredAccount & { account: string }>`
    select u.id::text, lower(u.account) as account, ${visibleUsers(viewer)} as visible, u.deleted_at is not null and u.last_login_at is null as free,
      case when u.id = ${viewer.userId} then jsonb_build_object('mobile', u.mobile, 'email', u.email) end as own,
      u.department_id::text as "departmentId", ${departmentsOf(sql`u.id`)} as "extraDepartmentIds", u.project_ids::text[] as "projectIds",
      array(select r.role_id::text from user_role r where r.user_id = u.id) as "roleIds"
    from "user" u where lower(u.account) = any(${accounts.map((one) => one.toLowerCase())})`);
  return new Map(rows.map((row) => [row.account, row]));
}

/** Returns the ids of departments by name; an unknown or ambiguous name is a problem of the field. */
function departmentsIn(asked: string[], field: string, names: Names, problems: FieldProblem[]): string[] {
  const wrong = asked.find((name) => !names.departments.get(name));
  if (wrong === undefined) return [...new Set(asked.map((name) => names.departments.get(name) ?? ''))];
  const several = names.departments.has(wrong);
  problems.push({
    field,
    rule: 'known',
    msg: several ? `有多个名为「${wrong}」的部门，请写成 上级/名称` : `部门「${wrong}」不存在或不在你的范围`,
  });
  return [];
}

/** Returns the ids of the departments and roles that a row names. */
function placeIn(named: Partial<ImportedUser>, names: Names, problems: FieldProblem[]): Partial<ImportedUser> {
  const place: Partial<ImportedUser> = {};
  if (named.departmentId) {
    const [id] = departmentsIn([named.departmentId], 'departmentId', names, problems);
    if (id) place.departmentId = id;
  }
  if (named.extraDepartmentIds) {
    const extras = departmentsIn(named.extraDepartmentIds, 'extraDepartmentIds', names, problems);
    place.extraDepartmentIds = extras.filter((id) => id !== place.departmentId);
  }
  if (named.roleIds) {
    const unknown = named.roleIds.find((name) => !names.roles.has(name));
    if (unknown) problems.push({ field: 'roleIds', rule: 'known', msg: `没有名为「${unknown}」的角色` });
    else place.roleIds = [...new Set(named.roleIds.map((name) => names.roles.get(name) ?? ''))];
  }
  return place;
}

/** Checks each combination of department and roles once, for any number of rows. */
function grantChecker(viewer: Viewer) {
  const cached = new Map<string, Promise<string | null>>();
  const projectIds = viewer.scope.projects;
  const held = grantableBy(db, viewer);
  return (
    departmentIds: readonly string[],
    roleIds: readonly string[],
    projects: readonly string[] | null = projectIds,
  ) => {
    const key = JSON.stringify([departmentIds, [...roleIds].sort(), projects]);
    const cachedAnswer =
      cached.get(key) ??
      Promise.all([held, grantsOfRoles(db, roleIds, { departmentIds, projectIds: projects }, true)]).then((grants) =>
        exceedingGrant(...grants),
      );
    cached.set(key, cachedAnswer);
    return cachedAnswer;
  };
}

type GrantChecker = ReturnType<typeof grantChecker>;

/**
 * Returns why the permissions of the row, or of the account that it changes, exceed the viewer's; null when they do
 * not.
 */
async function grantProblem(
  checkGrant: GrantChecker,
  input: Partial<ImportedUser>,
  existing: StoredAccount | undefined,
) {
  if (existing) {
    const { departmentIds: now } = placeOf(existing);
    if (await checkGrant(now, existing.roleIds, existing.projectIds)) return '账号已存在，且不由你管理';
    const { departmentIds: then } = placeOf({ ...existing, departmentId: input.departmentId ?? existing.departmentId });
    const exceeding = await checkGrant(then, existing.roleIds, existing.projectIds);
    return exceeding && `不能授予${exceeding}`;
  }
  if (!input.departmentId || !input.roleIds) return null;
  const exceeding = await checkGrant([input.departmentId, ...(input.extraDepartmentIds ?? [])], input.roleIds);
  return exceeding && `不能授予${exceeding}`;
}

/** Validates rows by the rules of the form; recognises existing accounts by their account name. */
export async function validateUsers(
  viewer: Viewer,
  rows: readonly FileRow[],
  duplicates: DuplicatePolicy,
): Promise<ValidatedRow[]> {
  const roles = await db
    .selectFrom('role')
    .select(['id', 'name'])
    .where('deletedAt', 'is', null)
    .where('status', '=', 'enabled')
    .execute();
  const names: Names = {
    departments: await departmentNames(viewer),
    roles: new Map(roles.map((role) => [role.name, role.id])),
    accounts: await storedAccounts(
      viewer,
      rows.flatMap((row) => row.cells.account ?? []),
    ),
  };
  const checkGrant = grantChecker(viewer);
  const seen = new Set<string>();
  const validated: ValidatedRow[] = [];
  const yieldTurn = cooperativePause();
  for (const row of rows) {
    validated.push(await validateRow(row, names, checkGrant, seen, duplicates));
    await yieldTurn();
  }
  return validated;
}

/** Phone and mailbox of the viewer's own account need the password. */
export const ownContactHint = '自己的手机和邮箱请在个人中心修改';

/** Returns the problems of the row itself, without those of its permissions. */
function rowProblems(
  input: Partial<ImportedUser>,
  existing: StoredAccount | undefined,
  accessProblems: FieldProblem[],
) {
  const schema = existing ? userApi.editUser.input : userApi.addUser.input;
  const marked = new Set(accessProblems.map(({ field }) => field));
  const byRules = problemsOf(schema, existing ? { id: existing.id, version: 1, ...input } : input);
  const ofAccount: FieldProblem[] =
    existing && !existing.visible ? [{ field: 'account', rule: 'unique', msg: '账号已存在' }] : [];
  if (existing?.own && changesContact(existing.own, input))
    ofAccount.push({ field: 'account', rule: 'password', msg: ownContactHint });
  return [...accessProblems, ...byRules.filter(({ field }) => !marked.has(field.split('.')[0] ?? '')), ...ofAccount];
}

/** Returns the heading of the column that a field comes from. */
function headingOf(field: string): string {
  const [key = ''] = field.split('.');
  return titleOf(key, user.fields[key as keyof typeof user.fields]);
}

async function validateRow(
  row: FileRow,
  names: Names,
  checkGrant: GrantChecker,
  seen: Set<string>,
  duplicates: DuplicatePolicy,
): Promise<ValidatedRow> {
  const accessProblems: FieldProblem[] = [];
  const account = (row.cells.account ?? '').toLowerCase();
  const sameAccount = names.accounts.get(account);
  const existing = sameAccount?.free ? undefined : sameAccount;
  const { departmentId, extraDepartmentIds, roleIds, ...ownFields } = meantIn(
    user.fields,
    row.cells,
  ) as Partial<ImportedUser>;
  const named = placeIn({ departmentId, extraDepartmentIds, roleIds }, names, accessProblems);
  const input: Partial<ImportedUser> = { ...ownFields, ...named };
  const problems = rowProblems(input, existing, accessProblems);
  if (account !== '' && seen.has(account)) problems.push({ field: 'account', rule: 'repeat', msg: '账号在文件中重复' });
  seen.add(account);
  const grantMessage = problems.length === 0 ? await grantProblem(checkGrant, input, existing) : null;
  if (grantMessage) problems.push({ field: existing ? 'account' : 'roleIds', rule: 'grant', msg: grantMessage });
  const overwritten = duplicates === 'skip' ? 'skip' : 'update';
  return {
    errors: problems.map(({ field, msg }) => ({ column: headingOf(field), msg })),
    action: existing ? overwritten : 'insert',
    data: input,
    objectId: existing?.id ?? null,
  };
}
