import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import { config } from '#server/core/runtime.ts';
import { system } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { type CommandContext, command } from './command.ts';
import { extensionsOf } from './extensions.ts';

/**
 * Rows that the product needs from the first start: a feature's extension `seed`. Runs in order whenever a source
 * changed; must be idempotent.
 */
export interface Seed {
  order: number;
  run(): Promise<unknown>;
}

/** Demo rows: a feature's extension `demo`, run if DEMO is on; every row is marked `demo` and can be removed. */
export interface Demo extends Seed {
  /**
   * Removes the marked rows, in reverse order; returns a line for every row that stays because real rows refer to it.
   */
  remove(): Promise<string[]>;
  /** Returns lines to print at the start. */
  announce?(): Promise<string[]>;
}

const root = join(import.meta.dirname, '../../..');
/** Files that decide the seeded rows and their tables. */
const sources = [
  'src/features/*/contract.ts',
  'src/features/*/server/seed*.ts',
  'src/shared/**/*.{ts,json}',
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

/** Runs the seeds unless they ran for this version of the code: the row `seeds` in `migration` stores the hash. */
export async function runSeeds(): Promise<void> {
  const hash = sourcesHash();
  const applied = await db.rows(sql`select 1 from migration where name = 'seeds' and hash = ${hash}`);
  if (applied.length > 0) return;
  const extensions = await extensionsOf('seed');
  for (const { extension: part } of extensions.sort((a, b) => a.extension.order - b.extension.order)) await part.run();
  await sql`
    insert into migration (name, hash) values ('seeds', ${hash})
    on conflict (name) do update set hash = excluded.hash, applied_at = now()`.execute(db);
}

/** Returns the marker file of `removeDemos`: removed demo rows do not come back by themselves. */
function removedMark(): string {
  return join(config().dataDir, 'demo-removed');
}

/** Adds the missing demo rows; returns lines to print at the start. */
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

/** Removes all demo rows permanently; returns a line for every row that stays. */
export async function removeDemos(): Promise<string[]> {
  const extensions = await extensionsOf('demo');
  const remainingLines: string[] = [];
  for (const { extension: part } of extensions.sort((a, b) => b.extension.order - a.extension.order))
    remainingLines.push(...(await part.remove()));
  writeFileSync(removedMark(), '演示数据已删除。删除这个文件，下次启动时会重新加入。\n');
  return remainingLines;
}

/**
 * Runs `fn` in one transaction if the table has no demo row, or none like those that `fn` makes. An advisory lock makes
 * it run once for two nodes.
 */
export async function demoOnce(
  table: string,
  fn: (ctx: CommandContext) => Promise<void>,
  like: RawBuilder<unknown> = sql`true`,
): Promise<void> {
  await command(system('demo'), async (ctx) => {
    await sql`select pg_advisory_xact_lock(hashtext('demo'))`.execute(ctx.tx);
    const existing = await ctx.tx.rows(sql`select 1 from ${sql.id(table)} where demo and ${like} limit 1`);
    if (existing.length === 0) await fn(ctx);
  });
}

/** Runs `fn` in one transaction as the system, without a statement timeout; for `remove`. */
export async function inOneChange(fn: (ctx: CommandContext) => Promise<string[]>): Promise<string[]> {
  return command(system('demo'), async (ctx) => {
    await sql`select set_config('statement_timeout', '0', true)`.execute(ctx.tx);
    return fn(ctx);
  });
}
