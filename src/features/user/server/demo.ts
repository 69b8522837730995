import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { hashPassword } from '#server/auth/password.ts';
import { sqlState } from '#server/core/retry.ts';
import { config } from '#server/core/runtime.ts';
import { type Db, db } from '#server/db/db.ts';
import { blockingReasons } from '#server/feature/blockingReferences.ts';
import { type Demo, demoOnce, inOneChange } from '#server/feature/seeds.ts';
import type { SeedRole } from '#shared/feature.ts';
import { randomPassword } from './seed.ts';

const demoUsers: readonly { account: string; name: string; role: SeedRole; extension?: string; mobile: string }[] = [
  { account: 'chenli', name: '陈丽', role: 'operator', extension: '803', mobile: '13600001803' },
  { account: 'wanglei', name: '王磊', role: 'operator', extension: '805', mobile: '13600001805' },
  { account: 'zhouqian', name: '周倩', role: 'leader', extension: '801', mobile: '13600001801' },
  { account: 'zhenghai', name: '郑海', role: 'area', mobile: '13600001800' },
  { account: 'liuyang', name: '刘洋', role: 'engineer', mobile: '13600001821' },
  { account: 'hejing', name: '何静', role: 'health', mobile: '13600001831' },
  { account: 'xuwen', name: '徐雯', role: 'assessor', mobile: '13600001841' },
  { account: 'tangyi', name: '唐毅', role: 'assessor', mobile: '13600001842' },
];

function passwordFile(): string {
  return join(config().dataDir, 'demo-password');
}

/**
 * Returns the password of all demo accounts; made at the first start and stored in the data folder, for its owner only.
 */
function demoPassword(): string {
  if (existsSync(passwordFile())) return readFileSync(passwordFile(), 'utf8').trim();
  const password = randomPassword();
  writeFileSync(passwordFile(), `${password}\n`, { mode: 0o600 });
  return password;
}

async function addDemoUsers(): Promise<void> {
  const hash = await hashPassword(demoPassword());
  await demoOnce('user', async ({ tx, invalidate: touch }) => {
    await sql`
      with new as (
        insert into "user" (account, name, mobile, extension, department_id, project_ids, password_hash, demo)
        select p.account, p.name, p.mobile, p.extension, d.id, (select array_agg(id) from project where demo), ${hash}, true
        from jsonb_to_recordset(${JSON.stringify(demoUsers)}::jsonb) as p (account text, name text, mobile text, extension text)
        cross join (select id from department where demo and type = 'district' order by id limit 1) d
        on conflict (lower(account)) do nothing returning id, account)
      insert into user_role (user_id, role_id)
      select new.id, r.id from new join jsonb_to_recordset(${JSON.stringify(demoUsers)}::jsonb) as p (account text, role text) on p.account = new.account
      join role r on r.key = p.role and r.deleted_at is null`.execute(tx);
    // Replaces leader names of the demo departments by the accounts that exist now.
    await sql`update department d set leader_id = u.id, leader = null from "user" u where u.demo and d.demo and d.leader = u.name`.execute(
      tx,
    );
    touch('permission');
  });
}

/** Sets a new password after the file was lost, for accounts that still have the first password. */
async function renewPassword(): Promise<void> {
  const hash = await hashPassword(demoPassword());
  await inOneChange(async ({ tx }) => {
    await tx
      .updateTable('user')
      .set({ passwordHash: hash })
      .where('demo', '=', true)
      .where('passwordChangedAt', 'is', null)
      .execute();
    return [];
  });
}

/** Deletes the account; false when remaining rows refer to it. */
async function deleted(tx: Db, id: string): Promise<boolean> {
  try {
    await sql`savepoint one`.execute(tx);
    await tx.deleteFrom('userRole').where('userId', '=', id).execute();
    await tx.deleteFrom('user').where('id', '=', id).execute();
    return true;
  } catch (error) {
    if (sqlState(error) !== '23503') throw error;
    await sql`rollback to savepoint one`.execute(tx);
    return false;
  }
}

/** Soft-deletes a demo user who handled a real warn: stays on record, cannot log in. */
async function retire(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('userRole').where('userId', '=', id).execute();
  await sql`
    update "user" set status = 'disabled', deleted_at = now(), project_ids = null, demo = false, account = account || '-' || id,
      department_id = (select id from department where parent_id is null order by id limit 1)
    where id = ${id}`.execute(tx);
}

const demo: Demo = {
  order: 120,
  async run() {
    const existing = await db.rows(sql`select 1 from "user" where demo limit 1`);
    if (existing.length === 0) await addDemoUsers();
    else if (!existsSync(passwordFile())) await renewPassword();
  },
  async announce() {
    const rows = await db.rows(sql<{ text: string }>`
      select u.account || ' ' || u.name || '（' || string_agg(r.name, '、') || '）' as text
      from "user" u join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id
      where u.demo and u.deleted_at is null and u.status = 'enabled' and u.password_changed_at is null group by u.id order by u.id`);
    if (rows.length === 0) return [];
    return [`演示账号 ${rows.map(({ text }) => text).join('、')}`, `演示账号的密码 ${demoPassword()}`];
  },
  remove: () =>
    inOneChange(async ({ tx, invalidate: touch }) => {
      const demoIds = sql`(select id from "user" where demo)`;
      for (const table of ['session', 'list_setting', 'presence'])
        await sql`delete from ${sql.table(table)} where user_id in ${demoIds}`.execute(tx);
      await sql`update department set leader_id = null where leader_id in ${demoIds}`.execute(tx);
      const rows = await tx.selectFrom('user').select('id').where('demo', '=', true).execute();
      const ids = rows.map(({ id }) => id);
      const worked = await blockingReasons(tx, 'user', ids);
      for (const id of ids) if (worked.has(id) || !(await deleted(tx, id))) await retire(tx, id);
      rmSync(passwordFile(), { force: true });
      touch('permission');
      return [];
    }),
};
export default demo;
