import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { notFound, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import { extensionsOf } from '#server/feature/extensions.ts';
import { continueJob, waitForJob, wakeJobs } from '#server/jobs/jobs.ts';
import { keysOf } from '#shared/codes.ts';
import type { ImportCounts, ImportState as Shape } from '#shared/contract/import.ts';
import type { Importer, ImportOptions } from './importer.ts';

export type ImportState = Shape;

interface JobRow {
  id: string;
  state: ImportState['state'];
  message: string | null;
  errors: ImportState['errors'];
  input: { path: string; phase: string; options?: ImportOptions };
  result: { phase?: ImportState['phase'] };
}

/** Wait for a short import, ms, before the call answers that it is still running. */
const shortWaitMs = 20_000;
/** Maximum rows of a short import. */
const maxAwaitedRows = 1000;

/** Condition for rows that may be written but have warnings. */
export const warned = sql<SqlBool>`(action <> 'none' and warnings <> '[]')`;

/**
 * Condition for rows written or to be written. A refused row with a trace failed to undo, one without failed to write.
 */
const writable = sql<SqlBool>`(state <> 'refused' or trace_id is not null)`;

/** Returns the importer of an upload's path, with the sheets of its options; 409 if there is none any more. */
export async function importerOf(path: string, options?: ImportOptions): Promise<Importer> {
  const extensions = await extensionsOf('importer');
  const importer = extensions.find(({ extension: part }) => part.path === path)?.extension;
  if (!importer) throw new Problem(409, '这类导入已不再支持');
  return options && importer.sheetsFor ? { ...importer, sheets: await importer.sheetsFor(options) } : importer;
}

/** Returns the options of an import's job; undefined for an import without any. */
export const optionsOf = (input: Readonly<Record<string, unknown>>) => input.options as ImportOptions | undefined;

/** Returns the viewer's own import; else 404. 403 without the permission of its upload. */
export async function requireImport(viewer: Viewer, jobId: string): Promise<JobRow> {
  const row = await db.row(sql<JobRow>`
    select id::text, state, message, errors, input, result from job
    where id = ${jobId} and kind = 'import' and owner_id = ${viewer.userId}`);
  if (!row) throw notFound('导入');
  const allowed = viewer.endpoints === null || viewer.endpoints.has(`POST ${row.input.path}`);
  if (!allowed) throw new Problem(403, '没有这项操作的权限');
  return row;
}

/** Returns ids that the viewer's import of this upload inserted and did not undo; 404 for any other import. */
export async function importedIds(viewer: Viewer, jobId: string, path: string): Promise<string[]> {
  const job = await requireImport(viewer, jobId);
  if (job.input.path !== path) throw notFound('导入');
  const rows = await db.rows(sql<{ id: string }>`
    select object_id::text as id from import_row where job_id = ${jobId} and action = 'insert' and state = 'done' and object_id is not null`);
  return rows.map(({ id }) => id);
}

/** Counts a job's rows by the index of their sheet. */
async function countsOf(jobId: string, phase: ImportState['phase']): Promise<Map<number, ImportCounts>> {
  const count = (where: RawBuilder<unknown>) => sql<number>`count(*) filter (where ${where})::int`;
  // A written row has a trace, also after an undo.
  const refused = phase === 'undone' ? sql`trace_id is not null` : sql`trace_id is null`;
  const rows = await db
    .selectFrom('importRow')
    .select([
      'sheet',
      sql<number>`count(*)::int`.as('total'),
      count(sql`action = 'insert' and ${writable}`).as('inserts'),
      count(sql`action = 'update' and ${writable}`).as('updates'),
      count(sql`action = 'skip'`).as('skips'),
      count(sql`action = 'none'`).as('invalid'),
      count(warned).as('warned'),
      count(sql`trace_id is not null`).as('written'),
      count(sql`state = 'undone'`).as('undone'),
      count(sql`state = 'refused' and ${refused}`).as('refused'),
    ])
    .where('jobId', '=', jobId)
    .groupBy('sheet')
    .orderBy('sheet')
    .execute();
  return new Map(rows.map(({ sheet, ...counts }) => [sheet, counts]));
}

const noRows: ImportCounts = {
  ...{ total: 0, inserts: 0, updates: 0, skips: 0, invalid: 0 },
  ...{ warned: 0, written: 0, undone: 0, refused: 0 },
};

function sumOf(all: Iterable<ImportCounts>): ImportCounts {
  const sum = { ...noRows };
  for (const counts of all) for (const key of keysOf(noRows)) sum[key] += counts[key];
  return sum;
}

/** Returns the sheets of an importer in order, with title and unit for amounts. */
export function sheetsOf({ sheets }: Importer): { title: string; unit: string }[] {
  return sheets.map(({ title, unit = '行' }) => ({ title, unit }));
}

/** Returns the state of an import with its counts. */
export async function importState(viewer: Viewer, jobId: string): Promise<ImportState> {
  const job = await requireImport(viewer, jobId);
  const phase = job.result.phase ?? 'read';
  const [counts, importer] = [await countsOf(jobId, phase), await importerOf(job.input.path, job.input.options)];
  return {
    jobId,
    path: job.input.path,
    state: job.state,
    phase,
    message: job.message,
    errors: job.errors,
    ...sumOf(counts.values()),
    sheets: sheetsOf(importer).flatMap((sheet, place) => {
      const sheetCounts = counts.get(place);
      return sheetCounts ? { ...sheet, ...sheetCounts } : [];
    }),
  };
}

/**
 * Continues the import's job in its next phase and waits for a short one. Locks the job: of two calls at once one gets
 * 409. 409 also when its phase is not `from`.
 */
export async function nextPhase(
  viewer: Viewer,
  jobId: string,
  from: ImportState['phase'],
  input: Record<string, unknown>,
  refusal: string,
): Promise<ImportState> {
  await requireImport(viewer, jobId);
  await command(viewer, async ({ tx }) => {
    const row = await tx.row(
      sql<
        Pick<JobRow, 'id' | 'state' | 'result'>
      >`select id::text, state, result from job where id = ${jobId} for update`,
    );
    const over = row && row.state !== 'waiting' && row.state !== 'running';
    if (!over) throw new Problem(409, '导入还在进行，请稍候');
    if ((row.result.phase ?? 'read') !== from) throw new Problem(409, refusal);
    await continueJob(tx, viewer, jobId, input);
  });
  wakeJobs();
  const now = await importState(viewer, jobId);
  if (now.total > maxAwaitedRows) return now;
  await waitForJob(jobId, shortWaitMs);
  return importState(viewer, jobId);
}
