import { eq, sql } from 'drizzle-orm';
import type { Importer, ReadyRow } from '#features/import/server/service.ts';
import { userApi } from '#features/user/contract.ts';
import type { Db } from '#server/db.ts';
import { hashPassword } from '#server/password.ts';
import { searchColumns } from '#server/search.ts';
import type { Viewer } from '#server/viewer.ts';
import { judgeUsers } from './importJudge.ts';
import { type ImportedUser, userSheet } from './importSheet.ts';
import { user } from './schema.ts';
import { randomPassword } from './seed.ts';
import { setDepartments } from './write.ts';

const listOf = (ids: readonly string[]) => sql`any(${`{${ids.join(',')}}`}::bigint[])`;

function namesOf(name: string | undefined): { pinyin?: string; initials?: string } {
  if (!name) return {};
  const { pinyin, initials } = searchColumns(name);
  return { pinyin, initials };
}

async function insertOne(tx: Db, viewer: Viewer, input: ImportedUser, passwordHash: string): Promise<string> {
  const { roleIds, extraDepartmentIds = [], ...fields } = input;
  // An import that was taken back left the account with somebody who never was here.
  await tx.execute(sql`
    update "user" set account = account || '-' || id where lower(account) = lower(${input.account}) and deleted_at is not null and last_login_at is null`);
  const [row] = await tx
    .insert(user)
    .values({
      ...fields,
      ...namesOf(input.name),
      passwordHash,
      projectIds: viewer.scope.projects ? [...viewer.scope.projects] : null,
      mustChangePassword: true,
      createdBy: viewer.userId,
      updatedBy: viewer.userId,
    })
    .returning({ id: user.id });
  if (!row) throw new Error('the user was not written');
  await tx.execute(
    sql`insert into user_role (user_id, role_id) select ${row.id}, unnest(${`{${roleIds.join(',')}}`}::bigint[])`,
  );
  await setDepartments(tx, row.id, extraDepartmentIds);
  return row.id;
}

/** What the filled cells change of a known account; its roles and further departments stay. */
async function overwriteOne(tx: Db, viewer: Viewer, id: string, input: Partial<ImportedUser>): Promise<void> {
  const { account: _account, roleIds: _roleIds, extraDepartmentIds: _extraDepartmentIds, ...fields } = input;
  const [row] = await tx.select().from(user).where(eq(user.id, id)).for('update');
  if (!row) return;
  const before = row as unknown as Record<string, unknown>;
  const changed = Object.entries({ ...fields, ...namesOf(fields.name) }).filter(
    ([key, value]) => before[key] !== value,
  );
  // The same file once more changes nothing, and nobody's open form is outdated by it.
  if (changed.length === 0) return;
  const moved = { version: row.version + 1, updatedAt: new Date().toISOString(), updatedBy: viewer.userId };
  await tx
    .update(user)
    .set({ ...Object.fromEntries(changed), ...moved })
    .where(eq(user.id, id));
}

/** Accounts by their account. A new one gets a password that nobody knows: an administrator resets it for the person. */
const importer: Importer = {
  path: userApi.importUser.path,
  name: '用户',
  sheets: [userSheet],
  judge: judgeUsers,
  async write({ tx, touch }, viewer, rows: readonly ReadyRow[]) {
    const hash = await hashPassword(randomPassword());
    const ids: string[] = [];
    for (const row of rows) {
      const input = row.data as ImportedUser;
      if (row.action === 'update' && row.objectId) await overwriteOne(tx, viewer, row.objectId, input);
      ids.push(row.action === 'insert' ? await insertOne(tx, viewer, input, hash) : (row.objectId ?? ''));
    }
    touch('permission');
    return ids;
  },
  async inUse(tx, _sheet, ids) {
    const found = await tx.execute<{ id: string }>(
      sql`select id::text from "user" where id = ${listOf(ids)} and last_login_at is not null`,
    );
    return new Map(found.rows.map((row) => [row.id, '已登录过，没有撤销']));
  },
  // Where somebody stands may be among the former values: every node reads rights anew.
  async restored(tx) {
    await tx.execute(sql`update cache_version set version = version + 1 where name = 'permission'`);
  },
};

export default importer;
