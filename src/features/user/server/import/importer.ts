import { sql } from 'kysely';
import { type Importer, type ReadyRow, resourceSheet } from '#features/import/server/service.ts';
import { user, userApi } from '#features/user/contract.ts';
import { hashPassword } from '#server/auth/password.ts';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import type { ManagedUser } from '../manage.ts';
import { changesContact } from '../passwordProof.ts';
import { randomPassword } from '../seed.ts';
import { validateAccess } from '../userAccess.ts';
import { managedUser, namesOf } from '../write.ts';
import { type ImportedUser, ownContactHint, validateUsers } from './importValidation.ts';

/** Inserts new accounts in four statements, for any number of rows; returns ids in their order. */
async function insertAll(tx: Db, viewer: Viewer, inputs: readonly ImportedUser[]): Promise<string[]> {
  if (inputs.length === 0) return [];
  const accounts = inputs.map(({ account }) => account.toLowerCase());
  // Frees account names that an undone import left on deleted users who never logged in.
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
  const roles = inputs.flatMap((input) => input.roleIds.map((roleId) => ({ userId: idOf(input), roleId })));
  const extras = inputs.flatMap((input) =>
    (input.extraDepartmentIds ?? []).map((departmentId) => ({ userId: idOf(input), departmentId })),
  );
  if (roles.length > 0) await tx.insertInto('userRole').values(roles).execute();
  if (extras.length > 0) await tx.insertInto('userExtraDepartment').values(extras).execute();
  return inputs.map(idOf);
}

/** Writes the filled cells of an existing account; its roles and extra departments stay. */
async function overwriteUser(tx: Db, id: string, input: Partial<ImportedUser>): Promise<void> {
  const { account: _account, roleIds: _roleIds, extraDepartmentIds: _extraDepartmentIds, ...fields } = input;
  const row = await tx.selectFrom('user').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) return;
  const previous: Record<string, unknown> = row;
  const changed = Object.entries({ ...fields, ...namesOf(fields.name) }).filter(
    ([key, value]) => previous[key] !== value,
  );
  // Importing the file again changes nothing and makes no open form outdated.
  if (changed.length === 0) return;
  await tx.updateTable('user').set(Object.fromEntries(changed)).where('id', '=', id).execute();
}

function validateOwnContacts(viewer: Viewer, existing: ManagedUser | undefined, input: Partial<ImportedUser>): void {
  if (existing?.id === viewer.userId && changesContact(existing, input)) throw new Problem(400, ownContactHint);
}

/**
 * Validates the grants of all rows again, each combination once: roles, users and permissions may have changed since
 * the preview. 400, 403 or 404 as in the form.
 */
async function validateRows(tx: Db, viewer: Viewer, rows: readonly ReadyRow[]): Promise<void> {
  const judged = new Set<string>();
  for (const { action, objectId, data } of rows) {
    const input = data as Partial<ImportedUser>;
    const existing = action === 'update' && objectId ? await managedUser(tx, viewer, objectId) : undefined;
    validateOwnContacts(viewer, existing, input);
    const departmentId = input.departmentId ?? existing?.departmentId ?? '';
    if (existing?.departmentId === departmentId) continue;
    const place = {
      departmentId,
      extraDepartmentIds: existing?.extraDepartmentIds ?? input.extraDepartmentIds ?? [],
      roleIds: existing?.roleIds ?? input.roleIds ?? [],
      projectIds: existing ? existing.projectIds : viewer.scope.projects && [...viewer.scope.projects],
    };
    const key = JSON.stringify(place);
    if (!judged.has(key)) await validateAccess(tx, viewer, place, existing?.extraDepartmentIds);
    judged.add(key);
  }
}

/**
 * Imports accounts by account name. A new account gets an unknown random password: the user gets in by a link
 * (`features/activation`) or a one-time password.
 */
const importer: Importer = {
  path: userApi.importUser.path,
  name: '用户',
  sheets: [resourceSheet(user)],
  validate: validateUsers,
  async write({ tx, invalidate: touch }, viewer, rows: readonly ReadyRow[]) {
    await validateRows(tx, viewer, rows);
    const insertedRows = rows.filter((row) => row.action === 'insert');
    const ids = await insertAll(
      tx,
      viewer,
      insertedRows.map((row) => row.data as ImportedUser),
    );
    const idOf = new Map(insertedRows.map((row, index) => [row, ids[index] ?? '']));
    for (const row of rows)
      if (row.action === 'update' && row.objectId)
        await overwriteUser(tx, row.objectId, row.data as Partial<ImportedUser>);
    touch('permission');
    return rows.map((row) => idOf.get(row) ?? row.objectId ?? '');
  },
  async inUse(tx, _sheet, ids) {
    const rows = await tx
      .selectFrom('user')
      .select('id')
      .where('id', '=', any(ids))
      .where('lastLoginAt', 'is not', null)
      .execute();
    return new Map(rows.map((row) => [row.id, '已登录过，没有撤销']));
  },
  // The restored values may include departments: every node reloads its permissions.
  async restored({ tx }) {
    await sql`update cache_version set version = version + 1 where name = 'permission'`.execute(tx);
  },
};

export default importer;
