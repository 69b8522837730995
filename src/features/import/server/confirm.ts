import { sql } from 'kysely';
import { pauses } from '#server/core/pause.ts';
import { Problem } from '#server/core/problem.ts';
import { sqlState } from '#server/core/retry.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { type Change, command } from '#server/feature/command.ts';
import { JobCancelled, type JobResult, type RunningJob } from '#server/jobs/jobs.ts';
import type { InputOf } from '#shared/endpoint.ts';
import type { importApi } from '#shared/import.ts';
import type { Importer, ReadyRow } from './importer.ts';
import { openRow } from './preview.ts';
import { type ImportState, importerOf, importState, nextPhase } from './state.ts';

/** Rows of one transaction. */
const batchSize = 50;

/** Writes the good rows (`valid`) or all of them (`all`: any error, and nothing is written). 409 when it was confirmed before. */
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
  const found = await db
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
  const pause = pauses();
  for (const { sheet, rowNo, action, dataCipher, objectId } of found) {
    const { data } = openRow(dataCipher);
    rows.push({ sheet, row: rowNo, action, data, objectId });
    await pause();
  }
  return rows;
}

/** Batches of one sheet each, in order. */
function* batchesOf(rows: readonly ReadyRow[]): Generator<ReadyRow[]> {
  for (let at = 0; at < rows.length; ) {
    const sheet = rows[at]?.sheet;
    let end = at;
    while (end < rows.length && end - at < batchSize && rows[end]?.sheet === sheet) end += 1;
    yield rows.slice(at, end);
    at = end;
  }
}

async function writeBatch(change: Change, importer: Importer, job: RunningJob, rows: ReadyRow[]): Promise<void> {
  const ids = await importer.write(change, job.viewer, rows, job.id);
  const done = rows.map((row, index) => ({ sheet: row.sheet, row: row.row, id: ids[index] }));
  await sql`
    update import_row r set state = 'done', object_id = d.id, trace_id = ${job.viewer.traceId}
    from jsonb_to_recordset(${JSON.stringify(done)}::jsonb) as d (sheet int, row int, id bigint)
    where r.job_id = ${job.id} and r.sheet = d.sheet and r.row_no = d.row`.execute(change.tx);
}

/** What a person is told of a row that could not be written; a fault of ours is thrown on. */
function reasonOf(error: unknown): string {
  if (error instanceof Problem) return error.message;
  if (sqlState(error) === '23505') return '导入期间已有人新增了相同的数据';
  throw error;
}

/** A batch that fails is written row by row, so that one bad row costs itself only. */
async function writeRows(importer: Importer, job: RunningJob, rows: ReadyRow[]): Promise<void> {
  try {
    await command(job.viewer, (change) => writeBatch(change, importer, job, rows));
  } catch (error) {
    const reason = reasonOf(error);
    if (rows.length > 1) {
      for (const row of rows) await writeRows(importer, job, [row]);
      return;
    }
    const [row] = rows;
    await db
      .updateTable('importRow')
      .set({ state: 'refused', reason })
      .where('jobId', '=', job.id)
      .where('sheet', '=', row?.sheet ?? 0)
      .where('rowNo', '=', row?.row ?? 0)
      .execute();
  }
}

/** What stands of an import that was cancelled between two batches. */
function cancelledAfter(done: number, total: number): JobCancelled {
  return new JobCancelled(
    done === 0
      ? '已取消，没有写入任何行'
      : `已取消：前 ${done} 行已处理，其余 ${total - done} 行没有写入。可以继续导入，也可以撤销已写入的行`,
  );
}

/** Second phase: the rows are written, in batches that stand by themselves (`valid`) or in one transaction (`all`). */
export async function writeImport(job: RunningJob): Promise<JobResult> {
  const importer = await importerOf(String(job.input.path));
  const rows = await waitingRows(job.id);
  if (job.input.mode === 'all') {
    await command(job.viewer, async (change) => {
      let done = 0;
      for (const batch of batchesOf(rows)) {
        await writeBatch(change, importer, job, batch);
        done += batch.length;
        await job.step(done, rows.length);
      }
    });
  } else {
    let done = 0;
    for (const batch of batchesOf(rows)) {
      await job.step(done, rows.length).catch((error: unknown) => {
        throw error instanceof JobCancelled ? cancelledAfter(done, rows.length) : error;
      });
      await writeRows(importer, job, batch);
      done += batch.length;
    }
  }
  const { inserts, updates, skips, refused } = await importState(job.viewer, job.id);
  const parts = [`新增 ${inserts} 行`, `覆盖 ${updates} 行`, `跳过 ${skips} 行`];
  if (refused > 0) parts.push(`${refused} 行没有写入`);
  return { message: `导入完成：${parts.join('，')}`, result: { phase: 'imported' } };
}
