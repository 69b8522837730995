import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';

/** Adds demo rows unless they exist; with the product running. */
export async function fill(dataDir: string, args: readonly string[]): Promise<void> {
  const script = join(import.meta.dirname, '../script/populate.mjs');
  const child = spawn(process.execPath, [script, ...args], {
    stdio: 'inherit',
    env: { ...process.env, DATA_DIR: dataDir, DEMO: 'off' },
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('the demo rows could not be filled in');
}

/** Runs `work` on a separate connection. */
export async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Adds a user with the password of `admin`; `scope` is a department, a project or their own records. */
async function addReader(client: pg.Client, name: string, scope: string, project: string | null): Promise<void> {
  await client.query(
    `with place as (select department_id from customer where no = 'YS0000001'),
       role as (insert into role (key, name, data_scope) values ($1, $1, $2) returning id),
       rights as (insert into role_menu select role.id, m.id from role, menu m where m.permission in ('customer:list', 'equipment:list')),
       new as (insert into "user" (account, name, department_id, project_ids, password_hash)
         select $1, $1, place.department_id, $3::bigint[], u.password_hash from place, "user" u where u.account = 'admin' returning id)
     insert into user_role (user_id, role_id) select new.id, role.id from new, role`,
    [name, scope, project && [project]],
  );
  await client.query(`update cache_version set version = version + 1 where name = 'permission'`);
}

/**
 * Adds users with a smaller scope than the administrator's, unless they exist.
 * @param ownRowsSql assigns some rows to `bench_self`
 * @returns accounts by scope
 */
export async function readers(databaseUrl: string, ownRowsSql: string): Promise<Record<string, string>> {
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
  return {
    'sees all': 'admin',
    'one department': 'bench_department',
    'one project': 'bench_project',
    'their own': 'bench_self',
  };
}

/** Calls an endpoint; returns the duration, ms, and the count; throws when refused. */
export async function timed(
  work: () => Promise<{ code: number; count?: number }>,
): Promise<{ took: number; count: number }> {
  const started = performance.now();
  const { code, count = 0 } = await work();
  if (code !== 0) throw new Error(`a call was answered with ${code}`);
  return { took: performance.now() - started, count };
}
