import { sql } from 'kysely';
import { cooperativePause } from '#server/core/alarmPriority.ts';
import { Problem } from '#server/core/problem.ts';
import { sqlState } from '#server/core/retry.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { type CommandContext, command } from '#server/feature/command.ts';
import { JobCancelled, type JobResult, type RunningJob } from '#server/jobs/jobs.ts';
import { amountOf, type ImportCounts, type importApi } from '#shared/contract/import.ts';
import type { InputOf } from '#shared/endpoint.ts';
import type { Importer, ReadyRow } from './importer.ts';
import { decryptRow } from './preview.ts';
import { type ImportState, importerOf, importState, nextPhase, optionsOf } from './state.ts';
import { unwriteRows } from './undo.ts';

/** Row that was not written, by its number in the spreadsheet, with the reason. */
interface Refusal {
  row: number;
  reason: string;
}

/** Rows per transaction. */
const batchSize = 50;

/** Starts writing the valid rows (`valid`), or all rows or none (`all`). 409 when the import was confirmed before. */
export async function confirmImport(
  viewer: Viewer,
  { jobId, mode }: InputOf<typeof importApi.confirmImport>,
): Promise<ImportState> {
  const state = await importState(viewer, jobId);
  if (state.phase === 'preview' && mode === 'all' && state.invalid > 0)
    throw new Problem(400, `有 ${state.invalid} 行错误，没有写入任何行。请改正后重新上传，或选择仅导入正确行`);
  if (state.phase === 'preview' && state.inserts + state.updates + state.skips === 0)
    throw new Problem(400, '没有可以导入的行');
  return nextPhase(viewer, jobId, 'preview', { phase: 'write', mode }, refusalIn(state.phase));
}

function refusalIn(phase: ImportState['phase']): string {
  if (phase === 'read') return '文件没有读成，不能导入';
  return phase === 'dropped' ? '这次导入已经放弃，请重新上传' : '这次导入已经完成，不能重复导入';
}

async function waitingRows(jobId: string): Promise<ReadyRow[]> {
  const stored = await db
    .selectFrom('importRow')
    .select(['sheet', 'rowNo', 'action', 'dataCipher', 'objectId'])
    .where('jobId', '=', jobId)
    .where('state', '=', 'waiting')
    .where('action', 'in', ['insert', 'update'])
    .orderBy('sheet')
    .orderBy('rowNo')
    .$narrowType<{ action: ReadyRow['action'] }>()
    .execute();
  const rows: ReadyRow[] = [];
  const pause = cooperativePause();
  for (const { sheet, rowNo, action, dataCipher, objectId } of stored) {
    const { data } = decryptRow(dataCipher);
    rows.push({ sheet, row: rowNo, action, data, objectId });
    await pause();
  }
  return rows;
}

/** Yields batches in order, each of one sheet. */
function* batchesOf(rows: readonly ReadyRow[]): Generator<ReadyRow[]> {
  for (let offset = 0; offset < rows.length; ) {
    const sheet = rows[offset]?.sheet;
    let end = offset;
    while (end < rows.length && end - offset < batchSize && rows[end]?.sheet === sheet) end += 1;
    yield rows.slice(offset, end);
    offset = end;
  }
}

async function writeBatch(ctx: CommandContext, importer: Importer, job: RunningJob, rows: ReadyRow[]): Promise<void> {
  const ids = await importer.write(ctx, job.viewer, rows, job.id);
  const done = rows.map((row, index) => ({ sheet: row.sheet, row: row.row, id: ids[index] }));
  await sql`
    update import_row r set state = 'done', object_id = d.id, trace_id = ${job.viewer.traceId}
    from jsonb_to_recordset(${JSON.stringify(done)}::jsonb) as d (sheet int, row int, id bigint)
    where r.job_id = ${job.id} and r.sheet = d.sheet and r.row_no = d.row`.execute(ctx.tx);
}

/** Returns the user's text for a row that could not be written; rethrows unexpected errors. */
function reasonOf(error: unknown): string {
  if (error instanceof Problem) return error.message;
  if (sqlState(error) === '23505') return '导入期间已有人新增了相同的数据';
  throw error;
}

/** Writes a batch. On failure writes it row by row, so that a bad row fails alone. Returns the refused rows. */
async function writeRows(importer: Importer, job: RunningJob, rows: ReadyRow[]): Promise<Refusal[]> {
  try {
    await command(job.viewer, (ctx) => writeBatch(ctx, importer, job, rows));
    return [];
  } catch (error) {
    const reason = reasonOf(error);
    if (rows.length > 1) {
      const refused: Refusal[] = [];
      for (const row of rows) refused.push(...(await writeRows(importer, job, [row])));
      return refused;
    }
    const { sheet = 0, row = 0 } = rows[0] ?? {};
    await db
      .updateTable('importRow')
      .set({ state: 'refused', reason })
      .where('jobId', '=', job.id)
      .where('sheet', '=', sheet)
      .where('rowNo', '=', row)
      .execute();
    return [{ row, reason }];
  }
}

/** Returns the error for an import that was cancelled between two batches. */
function cancelledAfter(done: number, total: number): JobCancelled {
  return new JobCancelled(
    done === 0
      ? '已取消，没有写入任何行'
      : `已取消：前 ${done} 行已处理，其余 ${total - done} 行没有写入。可以继续导入，也可以撤销已写入的行`,
  );
}

/** Returns the text for the rows that remain after an all-or-nothing import is rolled back. */
const rollbackText = (stay: number) =>
  stay === 0 ? '没有写入任何行' : `已写入的行都已撤回，只有 ${stay} 行因已被改动而留下`;

/** Returns the refused rows of an earlier run of an all-or-nothing import. */
async function refusedBefore(jobId: string): Promise<Refusal[]> {
  const rows = await db
    .selectFrom('importRow')
    .select(['rowNo as row', 'reason'])
    .where('jobId', '=', jobId)
    .where('state', '=', 'refused')
    .execute();
  return rows.map(({ row, reason }) => ({ row, reason: reason ?? '' }));
}

/** Writes all rows in short batches; on a refused row undoes the written ones and throws the reason. */
async function writeAll(importer: Importer, job: RunningJob, rows: readonly ReadyRow[]): Promise<void> {
  let refused = await refusedBefore(job.id);
  let done = 0;
  for (const batch of batchesOf(rows)) {
    if (refused.length > 0) break;
    await job.progress(done, rows.length).catch(async (error: unknown) => {
      if (!(error instanceof JobCancelled)) throw error;
      throw new JobCancelled(`已取消，${rollbackText(await unwriteRows(job, importer))}`);
    });
    refused = await writeRows(importer, job, batch).catch(async (fault: unknown) => {
      await unwriteRows(job, importer);
      throw fault;
    });
    done += batch.length;
  }
  const [first] = refused;
  if (!first) return;
  const outcome = rollbackText(await unwriteRows(job, importer));
  throw new Problem(409, `第 ${first.row} 行不能写入（${first.reason}），${outcome}`);
}

/** Rolls back an all-or-nothing import that did not finish; null for other imports. */
export async function rollBackImport(job: RunningJob): Promise<string | null> {
  if (job.input.phase !== 'write' || job.input.mode !== 'all') return null;
  return rollbackText(await unwriteRows(job, await importerOf(String(job.input.path), optionsOf(job.input))));
}

/** Writes valid rows in independent batches. */
async function writeValid(importer: Importer, job: RunningJob, rows: readonly ReadyRow[]): Promise<void> {
  let done = 0;
  for (const batch of batchesOf(rows)) {
    await job.progress(done, rows.length).catch((error: unknown) => {
      throw error instanceof JobCancelled ? cancelledAfter(done, rows.length) : error;
    });
    await writeRows(importer, job, batch);
    done += batch.length;
  }
}

/** Second phase: writes the valid rows (`valid`), or all rows or none (`all`). */
export async function writeImport(job: RunningJob): Promise<JobResult> {
  const importer = await importerOf(String(job.input.path), optionsOf(job.input));
  const rows = await waitingRows(job.id);
  await (job.input.mode === 'all' ? writeAll : writeValid)(importer, job, rows);
  const { sheets, refused } = await importState(job.viewer, job.id);
  const amount = (key: keyof ImportCounts) => amountOf(sheets, (sheet) => sheet[key]);
  const parts = [`新增 ${amount('inserts')}`, `覆盖 ${amount('updates')}`, `跳过 ${amount('skips')}`];
  if (refused > 0) parts.push(`${amount('refused')}没有写入`);
  return { message: `导入完成：${parts.join('，')}`, result: { phase: 'imported' } };
}
