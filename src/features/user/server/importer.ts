import { sql } from 'kysely';
import { type Importer, type ReadyRow, resourceSheet } from '#features/import/server/service.ts';
import { user, userApi } from '#features/user/contract.ts';
import { hashPassword } from '#server/auth/password.ts';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { type ImportedUser, ownContact, validateUsers } from './importValidation.ts';
import type { ManagedUser } from './manage.ts';
import { changesContact } from './passwordProof.ts';
import { randomPassword } from './seed.ts';
import { validateAccess } from './userAccess.ts';
import { managedUser, namesOf } from './write.ts';

/** New accounts in four statements, however many; ids in their order. */
async function insertAll(tx: Db, viewer: Viewer, inputs: readonly ImportedUser[]): Promise<string[]> {
  if (inputs.length === 0) return [];
  const accounts = inputs.map(({ account }) => account.toLowerCase());
  // An import that was taken back left the accounts with somebody who never was here.
  await sql`
    update "user" set account = account || '-' || id where deleted_at is not null and last_login_at is null
      and lower(account) = any(${accounts})`.execute(tx);
  const passwordHash = await hashPassword(randomPassword());
  const rows = inputs.map(({ roleIds: _roles, extraDepartmentIds: _extras, ...fields }) => ({
    ...fields,
    ...namesOf(fields.name),
    passwordHash,
    projectIds: viewer.scope.projects ? [...viewer.scope.projects] : null,
    mustChangePassword: true,
    createdBy: viewer.userId,
  }));
  const added = await tx.insertInto('user').values(rows).returning(['id', 'account']).execute();
  const ids = new Map(added.map(({ id, account }) => [account, id]));
  const idOf = ({ account }: ImportedUser) => ids.get(account) ?? '';
  const roles = inputs.flatMap((one) => one.roleIds.map((roleId) => ({ userId: idOf(one), roleId })));
  const extras = inputs.flatMap((one) =>
    (one.extraDepartmentIds ?? []).map((departmentId) => ({ userId: idOf(one), departmentId })),
  );
  if (roles.length > 0) await tx.insertInto('userRole').values(roles).execute();
  if (extras.length > 0) await tx.insertInto('userExtraDepartment').values(extras).execute();
  return inputs.map(idOf);
}

/** What the filled cells change of a known account; its roles and further departments stay. */
async function overwriteOne(tx: Db, id: string, input: Partial<ImportedUser>): Promise<void> {
  const { account: _account, roleIds: _roleIds, extraDepartmentIds: _extraDepartmentIds, ...fields } = input;
  const row = await tx.selectFrom('user').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) return;
  const before: Record<string, unknown> = row;
  const changed = Object.entries({ ...fields, ...namesOf(fields.name) }).filter(
    ([key, value]) => before[key] !== value,
  );
  // The same file once more changes nothing, and nobody's open form is outdated by it.
  if (changed.length === 0) return;
  await tx.updateTable('user').set(Object.fromEntries(changed)).where('id', '=', id).execute();
}

function checkOwn(viewer: Viewer, known: ManagedUser | undefined, input: Partial<ImportedUser>): void {
  if (known?.id === viewer.userId && changesContact(known, input)) throw new Problem(400, ownContact);
}

/**
 * Between the preview and this moment roles, people and the importer's own rights may have changed: what a row gives is
 * judged again, each combination once. 400, 403 or 404 as for an account that is entered by hand.
 */
async function checkRows(tx: Db, viewer: Viewer, rows: readonly ReadyRow[]): Promise<void> {
  const judged = new Set<string>();
  for (const { action, objectId, data } of rows) {
    const input = data as Partial<ImportedUser>;
    const known = action === 'update' && objectId ? await managedUser(tx, viewer, objectId) : undefined;
    checkOwn(viewer, known, input);
    const departmentId = input.departmentId ?? known?.departmentId ?? '';
    if (known?.departmentId === departmentId) continue;
    const place = {
      departmentId,
      extraDepartmentIds: known?.extraDepartmentIds ?? input.extraDepartmentIds ?? [],
      roleIds: known?.roleIds ?? input.roleIds ?? [],
      projectIds: known ? known.projectIds : viewer.scope.projects && [...viewer.scope.projects],
    };
    const key = JSON.stringify(place);
    if (!judged.has(key)) await validateAccess(tx, viewer, place, known?.extraDepartmentIds);
    judged.add(key);
  }
}

/** Accounts by their account. A new one gets a password that nobody knows: the person gets in by a link (`features/activation`) or a one-time password. */
const importer: Importer = {
  path: userApi.importUser.path,
  name: '用户',
  sheets: [resourceSheet(user)],
  validate: validateUsers,
  async write({ tx, invalidate: touch }, viewer, rows: readonly ReadyRow[]) {
    await checkRows(tx, viewer, rows);
    const fresh = rows.filter((row) => row.action === 'insert');
    const ids = await insertAll(
      tx,
      viewer,
      fresh.map((row) => row.data as ImportedUser),
    );
    const idOf = new Map(fresh.map((row, index) => [row, ids[index] ?? '']));
    for (const row of rows)
      if (row.action === 'update' && row.objectId)
        await overwriteOne(tx, row.objectId, row.data as Partial<ImportedUser>);
    touch('permission');
    return rows.map((row) => idOf.get(row) ?? row.objectId ?? '');
  },
  async inUse(tx, _sheet, ids) {
    const { rows } = await sql<{ id: string }>`
      select id::text from "user" where id = any(${ids}) and last_login_at is not null`.execute(tx);
    return new Map(rows.map((row) => [row.id, '已登录过，没有撤销']));
  },
  // Where somebody stands may be among the former values: every node reads rights anew.
  async restored(tx) {
    await sql`update cache_version set version = version + 1 where name = 'permission'`.execute(tx);
  },
};

export default importer;
