import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { hashPassword } from '#server/auth/password.ts';
import { config } from '#server/core/runtime.ts';
import { system } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import type { Seed } from '#server/feature/seeds.ts';

/** Returns letters and digits that are not confused with one another. */
export function randomPassword(): string {
  const signs = 'abcdefghjkmnpqrstuvwxyz23456789';
  return [...randomBytes(12)].map((byte) => signs[byte % signs.length]).join('');
}

/**
 * Adds the first administrator, `admin`. A password from ADMIN_PASSWORD is final; a generated password is printed once
 * and must be changed at the first login.
 */
const seed: Seed = {
  order: 50,
  async run() {
    const existing = await db.rows(sql`select 1 from "user" limit 1`);
    if (existing.length > 0) return;
    const configuredPassword = config().adminPassword;
    const password = configuredPassword ?? randomPassword();
    const hash = await hashPassword(password);
    await command(system('seed'), async ({ tx, invalidate: touch }) => {
      await sql`
        with new as (
          insert into "user" (account, name, department_id, password_hash, must_change_password, built_in)
          select 'admin', '管理员', d.id, ${hash}, ${configuredPassword === undefined}, true from department d where d.parent_id is null order by d.id limit 1
          returning id)
        insert into user_role (user_id, role_id) select new.id, r.id from new, role r where r.key = 'admin' and r.deleted_at is null`.execute(
        tx,
      );
      touch('permission');
    });
    if (configuredPassword === undefined)
      process.stdout.write(`\n  管理员账号 admin，初始密码 ${password}（只显示这一次，首次登录须修改）\n\n`);
  },
};
export default seed;
