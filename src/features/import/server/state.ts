import { eq, sql } from 'drizzle-orm';
import { notFound, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import { findParts } from '#server/feature/find.ts';
import { continueJob, jobSettled, wakeJobs } from '#server/jobs/jobs.ts';
import type { ImportState as Shape } from '#shared/import.ts';
import type { Importer } from './importer.ts';
import { importRow } from './schema.ts';

export type ImportState = Shape;

interface JobRow extends Record<string, unknown> {
  id: string;
  state: ImportState['state'];
  message: string | null;
  errors: ImportState['errors'];
  input: { path: string; phase: string };
  result: { phase?: ImportState['phase'] };
}

/** A call waits this long for a short import before it answers that it is still running. */
const shortWait = 20_000;

/** The importer of an upload's path. */
export async function importerOf(path: string): Promise<Importer> {
  // This room's own importer.ts holds types alone.
  const parts = await findParts<Importer | undefined>('importer');
  const found = parts.find(({ part }) => part?.path === path)?.part;
  if (!found) throw new Problem(409, '这类导入已不再支持');
  return found;
}

/** The viewer's own import whose upload they may still do; 404 otherwise. */
export async function ownImport(viewer: Viewer, jobId: string): Promise<JobRow> {
  const found = await db.execute<JobRow>(sql`
    select id::text, state, message, errors, input, result from job
    where id = ${jobId} and kind = 'import' and owner_id = ${viewer.userId}`);
  const row = found.rows[0];
  if (!row) throw notFound('导入');
  const allowed = viewer.endpoints === null || viewer.endpoints.has(`POST ${row.input.path}`);
  if (!allowed) throw new Problem(403, '没有这项操作的权限');
  return row;
}

/** What one's own import of that upload has made and not taken back; 404 for any other. */
export async function importedIds(viewer: Viewer, jobId: string, path: string): Promise<string[]> {
  const job = await ownImport(viewer, jobId);
  if (job.input.path !== path) throw notFound('导入');
  const found = await db.execute<{ id: string }>(sql`
    select object_id::text as id from import_row where job_id = ${jobId} and action = 'insert' and state = 'done' and object_id is not null`);
  return found.rows.map(({ id }) => id);
}

/** Where an import stands, with its counts. */
export async function importState(viewer: Viewer, jobId: string): Promise<ImportState> {
  const job = await ownImport(viewer, jobId);
  const count = (where: ReturnType<typeof sql>) => sql<number>`count(*) filter (where ${where})::int`;
  const [counts] = await db
    .select({
      total: sql<number>`count(*)::int`,
      inserts: count(sql`${importRow.action} = 'insert'`),
      updates: count(sql`${importRow.action} = 'update'`),
      skips: count(sql`${importRow.action} = 'skip'`),
      invalid: count(sql`${importRow.action} = 'none'`),
      // The trace is noted with the row that was written, whatever became of it later.
      written: count(sql`${importRow.traceId} is not null`),
      undone: count(sql`${importRow.state} = 'undone'`),
      refused: count(sql`${importRow.state} = 'refused'`),
    })
    .from(importRow)
    .where(eq(importRow.jobId, jobId));
  const none = { total: 0, inserts: 0, updates: 0, skips: 0, invalid: 0, written: 0, undone: 0, refused: 0 };
  return {
    jobId,
    path: job.input.path,
    state: job.state,
    phase: job.result.phase ?? 'read',
    message: job.message,
    errors: job.errors,
    ...none,
    ...counts,
  };
}

/**
 * Sends an import from one phase into the next as the same job and waits for a short one. 409 when it does not stand
 * where it must; two calls at once never both pass.
 */
export async function nextPhase(
  viewer: Viewer,
  jobId: string,
  from: ImportState['phase'],
  input: Record<string, unknown>,
  refusal: string,
): Promise<ImportState> {
  await ownImport(viewer, jobId);
  await command(viewer, async ({ tx }) => {
    const found = await tx.execute<Pick<JobRow, 'id' | 'state' | 'result'>>(
      sql`select id::text, state, result from job where id = ${jobId} for update`,
    );
    const row = found.rows[0];
    const over = row && row.state !== 'waiting' && row.state !== 'running';
    if (!over) throw new Problem(409, '导入还在进行，请稍候');
    if ((row.result.phase ?? 'read') !== from) throw new Problem(409, refusal);
    await continueJob(tx, viewer, jobId, input);
  });
  wakeJobs();
  await jobSettled(jobId, shortWait);
  return importState(viewer, jobId);
}
