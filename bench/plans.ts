import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { getCustomerList } from '#features/customer/server/service.ts';
import { openKey } from '#server/core/crypto.ts';
import { type Scope, system } from '#server/core/viewer.ts';
import { closeDatabase, openDatabase } from '#server/db/db.ts';
import { type Asked, asked, type Sample } from './peopleAsked.ts';

const file = join(import.meta.dirname, 'people-plans.txt');

interface Statement {
  text: string;
  values: unknown[];
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

/** Runs `work` in this process and answers the statements about people that it made. */
async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const made: Statement[] = [];
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = function (this: pg.Client, ...words: unknown[]) {
    const [first] = words as [Partial<Statement> | string];
    if (typeof first === 'object' && first.text && /\bcustomer\b/.test(first.text))
      made.push({ text: first.text, values: first.values ?? [] });
    return (query as (...all: unknown[]) => unknown).apply(this, words);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return made;
}

function readsAll(plan: Plan): boolean {
  return (
    (plan['Node Type'] === 'Seq Scan' && plan['Relation Name'] === 'customer') || (plan.Plans ?? []).some(readsAll)
  );
}

/** Writes how the database goes about what is asked, in each scope; answers which of it reads all people one after the other. */
export async function writePlans(
  { databaseUrl, dataDir }: { databaseUrl: string; dataDir: string },
  scopes: Readonly<Record<string, Scope & { userId: string }>>,
  person: Sample,
): Promise<string[]> {
  openKey(dataDir);
  await openDatabase(databaseUrl);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const written: string[] = [];
  const wrong: string[] = [];
  const explain = async (title: string, { text, values }: Statement): Promise<void> => {
    const found = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (format json) ${text}`, values);
    if (found.rows[0] && readsAll(found.rows[0]['QUERY PLAN'][0].Plan)) wrong.push(title);
    const told = await client.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`, values);
    written.push(`## ${title}`, ...told.rows.map((row) => row['QUERY PLAN']), '');
  };
  const look = async (name: string, scope: Scope & { userId: string }, { what, about }: Asked): Promise<void> => {
    const viewer = { ...system(), userId: scope.userId, scope };
    for (const one of await statementsOf(() => getCustomerList(viewer, about(person))))
      await explain(`${what}, ${name}`, one);
  };
  try {
    await client.query('set max_parallel_workers_per_gather = 0');
    for (const [name, scope] of Object.entries(scopes)) for (const one of asked) await look(name, scope, one);
  } finally {
    await client.end();
    await closeDatabase();
  }
  writeFileSync(file, `${written.join('\n')}\n`);
  return [...new Set(wrong)];
}
