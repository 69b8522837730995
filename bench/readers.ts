import type pg from 'pg';
import { onDatabase } from '../test/support/database.ts';

/** Accounts by scope. */
export const accounts = {
  'sees all': 'admin',
  'one department': 'bench_department',
  'one project': 'bench_project',
  'their own': 'bench_self',
};

/** Adds users with a smaller scope than the administrator's, unless they exist. */
export async function addReaders(databaseUrl: string, ownRowsSql: string): Promise<void> {
  await onDatabase(databaseUrl, async (client) => {
    const existing = await client.query(`select 1 from "user" where account = 'bench_self'`);
    if (existing.rows.length > 0) return;
    const { rows } = await client.query<{ project: string }>(
      `select project_id::text as project from customer where no = 'YS0000001'`,
    );
    await addReader(client, 'bench_department', 'department', null);
    await addReader(client, 'bench_project', 'all', rows[0]?.project ?? null);
    await addReader(client, 'bench_self', 'self', null);
    await client.query(ownRowsSql);
  });
}

/** Adds a user with the password of `admin`; `scope` is a department, a project or their own records. */
async function addReader(client: pg.Client, name: string, scope: string, project: string | null): Promise<void> {
  await client.query(
    `with place as (select department_id from customer where no = 'YS0000001'),
       role as (insert into role (key, name, data_scope) values ($1, $1, $2) returning id),
       rights as (insert into role_menu select role.id, m.id from role, menu m where m.permission in ('customer:list', 'equipment:list', 'archive:list', 'assessment:list', 'physical:list')),
       new as (insert into "user" (account, name, department_id, project_ids, password_hash)
         select $1, $1, place.department_id, $3::bigint[], u.password_hash from place, "user" u where u.account = 'admin' returning id)
     insert into user_role (user_id, role_id) select new.id, role.id from new, role`,
    [name, scope, project && [project]],
  );
  await client.query(`update cache_version set version = version + 1 where name = 'permission'`);
}

/** Adds a second administrator with the password of the first; returns the account. */
export async function addColleague(databaseUrl: string): Promise<string> {
  await onDatabase(databaseUrl, (client) =>
    client.query(`
      with new as (
        insert into "user" (account, name, department_id, password_hash)
        select 'colleague', '同事', department_id, password_hash from "user" where account = 'admin' returning id)
      insert into user_role (user_id, role_id) select new.id, r.id from new, role r where r.key = 'admin'`),
  );
  return 'colleague';
}
