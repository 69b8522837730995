import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import { type Scope, system, type Viewer } from '#server/core/viewer.ts';

/** Who asks: their account, and how far they see. */
export interface Reader {
  account: string;
  scope: Scope & { userId: string };
}

/** Fills demo rows in, unless they are there; with the product running. */
export async function fill(dataDir: string, words: readonly string[]): Promise<void> {
  const script = join(import.meta.dirname, '../script/populate.mjs');
  const child = spawn(process.execPath, [script, ...words], {
    stdio: 'inherit',
    env: { ...process.env, DATA_DIR: dataDir, DEMO: 'off' },
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('the demo rows could not be filled in');
}

/** Runs `work` on a connection of its own. */
export async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Somebody with the password of `admin` who sees one department, one project or what is their own, as in `scope`. */
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
 * The administrator and three who see less, made with the first run.
 * @param own makes some rows those of `bench_self`
 */
export async function readers(databaseUrl: string, own: string): Promise<Record<string, Reader>> {
  return onDatabase(databaseUrl, async (client) => {
    const known = await client.query(`select 1 from "user" where account = 'bench_self'`);
    const place = await client.query<{ department: string; project: string; admin: string }>(
      `select department_id::text as department, project_id::text as project, (select id::text from "user" where account = 'admin') as admin
       from customer where no = 'YS0000001'`,
    );
    const [{ department, project, admin } = { department: '', project: '', admin: '' }] = place.rows;
    if (known.rows.length === 0) {
      await addReader(client, 'bench_department', 'department', null);
      await addReader(client, 'bench_project', 'all', project);
      await addReader(client, 'bench_self', 'self', null);
      await client.query(own);
    }
    const ids = await client.query<{ account: string; id: string }>(
      `select account, id::text from "user" where account like 'bench\\_%'`,
    );
    const idOf = (account: string) => ids.rows.find((row) => row.account === account)?.id ?? '';
    const all = { kind: 'all', departments: null, projects: null } as const;
    return {
      'sees all': { account: 'admin', scope: { ...all, userId: admin } },
      'one department': {
        account: 'bench_department',
        scope: { ...all, kind: 'department', departments: [department], userId: idOf('bench_department') },
      },
      'one project': {
        account: 'bench_project',
        scope: { ...all, projects: [project], userId: idOf('bench_project') },
      },
      'their own': {
        account: 'bench_self',
        scope: { ...all, kind: 'self', userId: idOf('bench_self') },
      },
    };
  });
}

/** The reader as a service sees them. */
export function viewerOf({ scope }: Reader): Viewer {
  return { ...system(), userId: scope.userId, scope };
}

/** How long a call lasts, ms, and what it counted; throws where it was refused. */
export async function timed(
  work: () => Promise<{ code: number; count?: number }>,
): Promise<{ took: number; count: number }> {
  const started = performance.now();
  const { code, count = 0 } = await work();
  if (code !== 0) throw new Error(`a call was answered with ${code}`);
  return { took: performance.now() - started, count };
}
