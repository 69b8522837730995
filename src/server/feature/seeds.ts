import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { config } from '#server/core/runtime.ts';
import { system } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { type CommandContext, command } from './command.ts';
import { extensionsOf } from './extensions.ts';

/** Rows that the product needs from its first start; a feature's part `seed`, run in order whenever one of them has changed, changing nothing the second time. */
export interface Seed {
  order: number;
  run(): Promise<unknown>;
}

/** Demo rows: a feature's part `demo`, run when DEMO is on; every row is marked and removable. */
export interface Demo extends Seed {
  /** Removes what is marked, in reverse order; answers a line for whatever has to stay because real rows refer to it. */
  remove(): Promise<string[]>;
  /** What the start prints of it. */
  announce?(): Promise<string[]>;
}

const root = join(import.meta.dirname, '../../..');
/** All that rows are seeded from, and the tables that they go into. */
const sources = [
  'src/features/*/contract.ts',
  'src/features/*/server/seed*.ts',
  'src/shared/**/*.ts',
  'migrations/*.{sql,ts}',
];

function sourcesHash(): string {
  const hash = createHash('sha256');
  for (const path of globSync(sources, { cwd: root }).sort())
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0');
  return hash.digest('hex');
}

/** Seeds the rows of the code as it is, unless this very code has done so before: the row `seeds` beside the migrations tells. */
export async function runSeeds(): Promise<void> {
  const hash = sourcesHash();
  const applied = await sql`select 1 from migration where name = 'seeds' and hash = ${hash}`.execute(db);
  if (applied.rows.length > 0) return;
  const extensions = await extensionsOf('seed');
  for (const { extension: part } of extensions.sort((a, b) => a.extension.order - b.extension.order)) await part.run();
  await sql`
    insert into migration (name, hash) values ('seeds', ${hash})
    on conflict (name) do update set hash = excluded.hash, applied_at = now()`.execute(db);
}

/** Left in the data folder by `removeDemos`: what was taken out once does not come back by itself. */
function removedMark(): string {
  return join(config().dataDir, 'demo-removed');
}

/** Adds the demo rows that are missing; the answer is what the start prints of them. */
export async function runDemos(): Promise<string[]> {
  if (existsSync(removedMark())) return [];
  const extensions = await extensionsOf('demo');
  const lines: string[] = [];
  for (const { extension: part } of extensions.sort((a, b) => a.extension.order - b.extension.order)) {
    await part.run();
    lines.push(...((await part.announce?.()) ?? []));
  }
  return lines;
}

/** Takes all demo rows out for good; the answer names what had to stay. */
export async function removeDemos(): Promise<string[]> {
  const extensions = await extensionsOf('demo');
  const remainingLines: string[] = [];
  for (const { extension: part } of extensions.sort((a, b) => b.extension.order - a.extension.order))
    remainingLines.push(...(await part.remove()));
  writeFileSync(removedMark(), '演示数据已删除。删除这个文件，下次启动时会重新加入。\n');
  return remainingLines;
}

/** Runs `fn` in one transaction when no row of the table is marked as demo yet; two nodes that start together do it once. */
export async function demoOnce(table: string, fn: (ctx: CommandContext) => Promise<void>): Promise<void> {
  await command(system('demo'), async (ctx) => {
    await sql`select pg_advisory_xact_lock(hashtext('demo'))`.execute(ctx.tx);
    const existing = await sql`select 1 from ${sql.id(table)} where demo limit 1`.execute(ctx.tx);
    if (existing.rows.length === 0) await fn(ctx);
  });
}

/** One statement after the other, as the system, each for as long as it takes; for what `remove` deletes. */
export async function inOneChange(fn: (ctx: CommandContext) => Promise<string[]>): Promise<string[]> {
  return command(system('demo'), async (ctx) => {
    await sql`select set_config('statement_timeout', '0', true)`.execute(ctx.tx);
    return fn(ctx);
  });
}
