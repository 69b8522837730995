import { sql } from 'kysely';
import { type FileRow, meantIn, titleOf, type ValidatedRow } from '#features/import/server/service.ts';
import { user, userApi } from '#features/user/contract.ts';
import { exceedingGrant, grantableBy, grantsOfRoles } from '#server/auth/permission.ts';
import { cooperativePause } from '#server/core/alarmPriority.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { departmentsOf, visibleUsers } from '#server/db/userScope.ts';
import type { InputOf } from '#shared/endpoint.ts';
import type { FieldProblem } from '#shared/envelope.ts';
import type { DuplicatePolicy } from '#shared/import.ts';
import { problemsOf } from '#shared/rules.ts';
import { placeOf } from './manage.ts';
import { type Contacts, changesContact } from './passwordProof.ts';

export type ImportedUser = Omit<InputOf<typeof userApi.addUser>, 'password' | 'expiresAt' | 'projectIds'>;

interface Known {
  id: string;
  visible: boolean;
  /** Deleted before anybody had logged in with it: an import that was taken back. */
  free: boolean;
  departmentId: string;
  extraDepartmentIds: string[];
  roleIds: string[];
  projectIds: string[] | null;
  /** Of the viewer's own account, that a file cannot change: it gives no password. */
  own: Contacts | null;
}

interface Names {
  /** Null: several departments of that name. */
  departments: Map<string, string | null>;
  roles: Map<string, string>;
  accounts: Map<string, Known>;
}

async function departmentNames({ scope }: Viewer): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ id: string; name: string; above: string | null }>`
    select d.id::text, d.name, p.name as above from department d left join department p on p.id = d.parent_id where d.deleted_at is null`.execute(
    db,
  );
  const names = new Map<string, string | null>();
  for (const { id, name, above } of rows) {
    if (scope.departments && !scope.departments.includes(id)) continue;
    names.set(name, names.has(name) ? null : id);
    if (above) names.set(`${above}/${name}`, id);
  }
  return names;
}

async function knownAccounts(viewer: Viewer, accounts: string[]): Promise<Map<string, Known>> {
  const { rows } = await sql<Known & { account: string }>`
    select u.id::text, lower(u.account) as account, ${visibleUsers(viewer)} as visible, u.deleted_at is not null and u.last_login_at is null as free,
      case when u.id = ${viewer.userId} then jsonb_build_object('mobile', u.mobile, 'email', u.email) end as own,
      u.department_id::text as "departmentId", ${departmentsOf(sql`u.id`)} as "extraDepartmentIds", u.project_ids::text[] as "projectIds",
      array(select r.role_id::text from user_role r where r.user_id = u.id) as "roleIds"
    from "user" u where lower(u.account) = any(${accounts.map((one) => one.toLowerCase())})`.execute(db);
  return new Map(rows.map((row) => [row.account, row]));
}

/** The ids of departments by name; an unknown or doubtful name is a problem of the field. */
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

/** The ids of what a row names. */
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

/** Asks each combination of department and roles once, however many rows have it. */
function grantChecker(viewer: Viewer) {
  const asked = new Map<string, Promise<string | null>>();
  const projectIds = viewer.scope.projects;
  const held = grantableBy(db, viewer);
  return (
    departmentIds: readonly string[],
    roleIds: readonly string[],
    projects: readonly string[] | null = projectIds,
  ) => {
    const key = JSON.stringify([departmentIds, [...roleIds].sort(), projects]);
    const known =
      asked.get(key) ??
      Promise.all([held, grantsOfRoles(db, roleIds, { departmentIds, projectIds: projects }, true)]).then((grants) =>
        exceedingGrant(...grants),
      );
    asked.set(key, known);
    return known;
  };
}

type GrantChecker = ReturnType<typeof grantChecker>;

/** Why the rights that the row would give, or those of the account that it changes, are beyond the viewer. */
async function grantProblem(checkGrant: GrantChecker, input: Partial<ImportedUser>, known: Known | undefined) {
  if (known) {
    const { departmentIds: now } = placeOf(known);
    if (await checkGrant(now, known.roleIds, known.projectIds)) return '账号已存在，且不由你管理';
    const { departmentIds: then } = placeOf({ ...known, departmentId: input.departmentId ?? known.departmentId });
    const more = await checkGrant(then, known.roleIds, known.projectIds);
    return more && `不能授予${more}`;
  }
  if (!input.departmentId || !input.roleIds) return null;
  const more = await checkGrant([input.departmentId, ...(input.extraDepartmentIds ?? [])], input.roleIds);
  return more && `不能授予${more}`;
}

/** Judged by the same rules as an account entered by hand; known accounts are recognised by the account. */
export async function validateUsers(
  viewer: Viewer,
  rows: readonly FileRow[],
  duplicates: DuplicatePolicy,
): Promise<ValidatedRow[]> {
  const roles = await sql<{ id: string; name: string }>`
    select id::text, name from role where deleted_at is null and status = 'enabled'`.execute(db);
  const names: Names = {
    departments: await departmentNames(viewer),
    roles: new Map(roles.rows.map((role) => [role.name, role.id])),
    accounts: await knownAccounts(
      viewer,
      rows.flatMap((row) => row.cells.account ?? []),
    ),
  };
  const checkGrant = grantChecker(viewer);
  const seen = new Set<string>();
  const validated: ValidatedRow[] = [];
  const pause = cooperativePause();
  for (const row of rows) {
    validated.push(await validateRow(row, names, checkGrant, seen, duplicates));
    await pause();
  }
  return validated;
}

/** Phone and mailbox of one's own account are changed with the password alone. */
export const ownContact = '自己的手机和邮箱请在个人中心修改';

/** What is wrong with the row by itself, apart from the rights that it would give. */
function rowProblems(input: Partial<ImportedUser>, known: Known | undefined, place: FieldProblem[]) {
  const schema = known ? userApi.editUser.input : userApi.addUser.input;
  const marked = new Set(place.map(({ field }) => field));
  const byRules = problemsOf(schema, known ? { id: known.id, version: 1, ...input } : input);
  const ofAccount: FieldProblem[] =
    known && !known.visible ? [{ field: 'account', rule: 'unique', msg: '账号已存在' }] : [];
  if (known?.own && changesContact(known.own, input))
    ofAccount.push({ field: 'account', rule: 'password', msg: ownContact });
  return [...place, ...byRules.filter(({ field }) => !marked.has(field.split('.')[0] ?? '')), ...ofAccount];
}

/** The heading of the column that a field comes from. */
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
  const place: FieldProblem[] = [];
  const account = (row.cells.account ?? '').toLowerCase();
  const found = names.accounts.get(account);
  const known = found?.free ? undefined : found;
  const { departmentId, extraDepartmentIds, roleIds, ...own } = meantIn(user, row.cells) as Partial<ImportedUser>;
  const named = placeIn({ departmentId, extraDepartmentIds, roleIds }, names, place);
  const input: Partial<ImportedUser> = { ...own, ...named };
  const problems = rowProblems(input, known, place);
  if (account !== '' && seen.has(account)) problems.push({ field: 'account', rule: 'repeat', msg: '账号在文件中重复' });
  seen.add(account);
  const more = problems.length === 0 ? await grantProblem(checkGrant, input, known) : null;
  if (more) problems.push({ field: known ? 'account' : 'roleIds', rule: 'grant', msg: more });
  const overwritten = duplicates === 'skip' ? 'skip' : 'update';
  return {
    errors: problems.map(({ field, msg }) => ({ column: headingOf(field), msg })),
    action: known ? overwritten : 'insert',
    data: input,
    objectId: known?.id ?? null,
  };
}
