import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { openKey } from '#server/core/crypto.ts';
import { closeDatabase, openDatabase } from '#server/db/db.ts';

interface Statement {
  text: string;
  values: unknown[];
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

/** One reading whose statements are looked at. */
export interface Look {
  title: string;
  work(): Promise<unknown>;
}

/** Runs `work` in this process and answers the statements that it made. */
async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const made: Statement[] = [];
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = function (this: pg.Client, ...words: unknown[]) {
    const [first] = words as [Partial<Statement> | string];
    if (typeof first === 'object' && first.text) made.push({ text: first.text, values: first.values ?? [] });
    return (query as (...all: unknown[]) => unknown).apply(this, words);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return made;
}

function readsAll(plan: Plan, tables: readonly string[]): boolean {
  return (
    (plan['Node Type'] === 'Seq Scan' && tables.includes(plan['Relation Name'] ?? '')) ||
    (plan.Plans ?? []).some((below) => readsAll(below, tables))
  );
}

/**
 * Writes into a file of this folder how the database goes about statements with one of these tables; answers the titles of
 * those that read one of them row after row.
 */
export async function writePlans(
  { databaseUrl, dataDir }: { databaseUrl: string; dataDir: string },
  { file, tables }: { file: string; tables: readonly string[] },
  looks: readonly Look[],
): Promise<string[]> {
  openKey(dataDir);
  await openDatabase(databaseUrl);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const about = new RegExp(`\\b(${tables.join('|')})\\b`);
  const written: string[] = [];
  const wrong: string[] = [];
  const explain = async (title: string, { text, values }: Statement): Promise<void> => {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (format json) ${text}`, values);
    if (rows[0] && readsAll(rows[0]['QUERY PLAN'][0].Plan, tables)) wrong.push(title);
    const told = await client.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`, values);
    written.push(`## ${title}`, ...told.rows.map((row) => row['QUERY PLAN']), '');
  };
  try {
    await client.query('set max_parallel_workers_per_gather = 0');
    for (const { title, work } of looks)
      for (const one of (await statementsOf(work)).filter(({ text }) => about.test(text))) await explain(title, one);
  } finally {
    await client.end();
    await closeDatabase();
  }
  writeFileSync(join(import.meta.dirname, file), `${written.join('\n')}\n`);
  return [...new Set(wrong)];
}
