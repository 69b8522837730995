import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import type { Scope } from '#server/core/viewer.ts';
import type { Caller } from '../test/support/api.ts';
import { type Figure, ms, percentile } from './figures.ts';
import { type Asked, asked, type Sample } from './peopleAsked.ts';
import { writePlans } from './peoplePlans.ts';
import type { Product } from './product.ts';

const people = 200_000;
/** Calls of each kind: of named searches, and of other filters. */
const samples = { search: 40, filter: 20 };

/** Who asks: their account, and how far they see. */
interface Reader {
  account: string;
  scope: Scope & { userId: string };
}

/** Fills the people in, unless they are there; with the product running. */
async function fill(dataDir: string): Promise<void> {
  const script = join(import.meta.dirname, '../script/populate.mjs');
  const child = spawn(process.execPath, [script, '--people', String(people)], {
    stdio: 'inherit',
    env: { ...process.env, DATA_DIR: dataDir, DEMO: 'off' },
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('the people could not be filled in');
}

/** Somebody with the password of `admin` who sees one department, one project or what is their own, as in `scope`. */
async function addReader(client: pg.Client, name: string, scope: string, project: string | null): Promise<void> {
  await client.query(
    `with place as (select department_id from customer where no = 'YS0000001'),
       role as (insert into role (key, name, data_scope) values ($1, $1, $2) returning id),
       rights as (insert into role_menu select role.id, m.id from role, menu m where m.permission in ('customer:list')),
       new as (insert into "user" (account, name, department_id, project_ids, password_hash)
         select $1, $1, place.department_id, $3::bigint[], u.password_hash from place, "user" u where u.account = 'admin' returning id)
     insert into user_role (user_id, role_id) select new.id, role.id from new, role`,
    [name, scope, project && [project]],
  );
  await client.query(`update cache_version set version = version + 1 where name = 'permission'`);
}

/** The administrator and three who see less, made with the first run. */
async function readers(databaseUrl: string): Promise<Record<string, Reader>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
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
      await client.query(
        `update customer set responsible_id = (select id from "user" where account = 'bench_self')
         where no between 'YS0000001' and 'YS0003000'`,
      );
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
  } finally {
    await client.end();
  }
}

/** People all over the list; the end of the ID number is what the list shows of it. */
async function sampled(databaseUrl: string, caller: Caller): Promise<Sample[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const found = await client.query<Omit<Sample, 'tail'> & { id: string }>(
      `select id::text, name, pinyin, initials, mobile from customer where mobile is not null and no = any($1)`,
      [Array.from({ length: samples.search * 2 }, (_, n) => `YS${String(1 + n * 1601).padStart(7, '0')}`)],
    );
    const chosen = found.rows.slice(0, samples.search);
    const { data } = await caller.call<{ id: string; idNo: string }[]>('customer/getCustomerList', {
      ids: chosen.map(({ id }) => id),
      limit: 100,
    });
    const tails = new Map(data.map(({ id, idNo }) => [id, idNo.slice(-4)]));
    return chosen.map(({ id, ...one }) => ({ ...one, tail: tails.get(id) ?? '' }));
  } finally {
    await client.end();
  }
}

async function timed(work: () => Promise<{ code: number }>): Promise<number> {
  const started = performance.now();
  const { code } = await work();
  if (code !== 0) throw new Error(`a call was answered with ${code}`);
  return performance.now() - started;
}

/** Each call follows upon a trivial one: what it takes more is its own. */
async function measure(
  caller: Caller,
  { what, most, named, about }: Asked,
  who: string,
  all: Sample[],
): Promise<Figure> {
  const more: number[] = [];
  for (const [place, person] of all.slice(0, named ? samples.search : samples.filter).entries()) {
    const trivial = await timed(() => caller.call('login/validateToken'));
    const whole = await timed(() => caller.call('customer/getCustomerList', { limit: 20, ...about(person) }));
    // The first two load what is loaded with its first use.
    if (place > 1) more.push(whole - trivial);
  }
  const [p50, p95] = [percentile(more, 0.5), percentile(more, 0.95)];
  return {
    what: `List of people, ${what}, ${who}: above a trivial call, p50 / p95`,
    aim: `p95 < ${most} ms`,
    value: `${ms(p50)} / ${ms(p95)}`,
    met: p95 < most,
  };
}

/** How long searches, filters and the first page of 200,000 people take, each with the count, and how they are read. */
export async function measurePeople(product: Product, dataDir: string): Promise<Figure[]> {
  await fill(dataDir);
  const all = await readers(product.databaseUrl);
  const admin = await product.logIn();
  const persons = await sampled(product.databaseUrl, admin);
  const figures: Figure[] = [];
  for (const [who, { account }] of Object.entries(all)) {
    const caller = await product.logIn(account);
    for (const one of asked)
      if (one.named || account === 'admin' || account === 'bench_department')
        figures.push(await measure(caller, one, who, persons));
  }
  const [person] = persons;
  if (!person) throw new Error('nobody was filled in');
  const scopes = Object.fromEntries(Object.entries(all).map(([who, { scope }]) => [who, scope]));
  const wrong = await writePlans({ databaseUrl: product.databaseUrl, dataDir }, scopes, person);
  return [
    ...figures,
    {
      what: 'Lists that read all people one after the other (plans: bench/people-plans.txt)',
      aim: 'none',
      value: wrong.join('; ') || 'none',
      met: wrong.length === 0,
    },
  ];
}
