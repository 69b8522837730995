import type { Insertable } from 'kysely';
import { ownFileHash } from '#features/file/server/service.ts';
import { cooperativePause } from '#server/core/alarmPriority.ts';
import { decrypt, encrypt } from '#server/core/crypto.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { countOf, limitsOf } from '#server/db/paging.ts';
import type { ImportRow } from '#server/db/tables.ts';
import { json } from '#server/db/values.ts';
import { getBlob } from '#server/files/blobs.ts';
import type { JobResult, RunningJob } from '#server/jobs/jobs.ts';
import { amountOf, type DuplicatePolicy, type importApi } from '#shared/contract/import.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { CellProblem, FileRow, Importer, ImportSheet, ValidatedRow } from './importer.ts';
import { readRows } from './read.ts';
import { importerOf, importState, optionsOf, requireImport, sheetsOf, warned } from './state.ts';
import { makeErrorBook } from './workbooks.ts';

/** Content of a row stored until the import is confirmed: the typed cells and the parsed data. */
export interface StoredRow {
  cells: FileRow['cells'];
  data: unknown;
}

export function decryptRow(cipher: string | null): StoredRow {
  return cipher ? (JSON.parse(decrypt(cipher)) as StoredRow) : { cells: {}, data: null };
}

async function contentOf(viewer: Viewer, fileId: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of getBlob(await ownFileHash(viewer, fileId))) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Rows per statement: building a larger one would block other requests. */
const rowsPerInsert = 100;

function importRowOf(jobId: string, row: FileRow, result: ValidatedRow): Insertable<ImportRow> {
  const stored: StoredRow = { cells: row.cells, data: result.errors.length > 0 ? null : result.data };
  return {
    jobId,
    sheet: row.sheet,
    rowNo: row.row,
    dataCipher: encrypt(JSON.stringify(stored)),
    errors: json(result.errors),
    warnings: json(result.warnings ?? []),
    action: result.errors.length > 0 ? 'none' : result.action,
    objectId: result.objectId,
  };
}

async function saveRows(job: RunningJob, rows: FileRow[], validated: ValidatedRow[]): Promise<void> {
  await db.deleteFrom('importRow').where('jobId', '=', job.id).execute();
  const pause = cooperativePause();
  for (let offset = 0; offset < rows.length; offset += rowsPerInsert) {
    const values: ReturnType<typeof importRowOf>[] = [];
    for (const [index, row] of rows.slice(offset, offset + rowsPerInsert).entries()) {
      values.push(importRowOf(job.id, row, validated[offset + index] as ValidatedRow));
      await pause();
    }
    await db.insertInto('importRow').values(values).execute();
    await job.progress(offset + values.length, rows.length);
  }
}

/** First phase: reads the file, validates every row, stores the rows for the preview and writes the error workbook. */
export async function readImport(job: RunningJob): Promise<JobResult> {
  const options = optionsOf(job.input);
  const importer = await importerOf(String(job.input.path), options);
  const rows = await readRows(importer, await contentOf(job.viewer, String(job.input.fileId)));
  await job.progress(0, rows.length);
  const validated = await importer.validate(job.viewer, rows, job.input.duplicates as DuplicatePolicy, options ?? {});
  await saveRows(job, rows, validated);
  const bad = rows.flatMap((row, index) => {
    const errors = validated[index]?.errors ?? [];
    return errors.length > 0 ? [{ row, errors }] : [];
  });
  const sheets = sheetsOf(importer)
    .map((sheet, place) => ({ ...sheet, rows: rows.filter((row) => row.sheet === place).length }))
    .filter((sheet) => sheet.rows > 0);
  const doubtful = validated.filter(({ errors, warnings = [] }) => errors.length === 0 && warnings.length > 0).length;
  const errorText = bad.length > 0 ? `其中 ${bad.length} 行有错误` : '没有错误';
  const warningText = doubtful > 0 ? `，${doubtful} 行有提示` : '';
  return {
    message: `读到 ${amountOf(sheets, (sheet) => sheet.rows)}，${errorText}${warningText}，请确认${bad.length > 0 ? '如何' : ''}导入`,
    errors: bad.flatMap(({ row, errors }) => errors.map((error) => ({ row: row.row, ...error }))),
    errorFileId: bad.length > 0 ? await makeErrorBook(job.viewer, importer, bad) : null,
    result: { phase: 'preview' },
  };
}

function shownCells(importer: Importer, sheet: number, cells: FileRow['cells']): Record<string, string> {
  const columns = importer.sheets[sheet]?.columns ?? [];
  return Object.fromEntries(
    columns.flatMap(({ key, title }) => (cells[key] === undefined ? [] : [[title, cells[key]]])),
  );
}

/** Returns the heading of the column that names a row of a sheet. */
function namedBy({ columns, named }: ImportSheet): string {
  const column = columns.find(({ key, required }) => (named === undefined ? required : key === named)) ?? columns[0];
  return column?.title ?? '';
}

export async function getImportPreview(
  viewer: Viewer,
  input: InputOf<typeof importApi.getImportPreview>,
): Promise<OutputOf<typeof importApi.getImportPreview>> {
  const job = await requireImport(viewer, input.jobId);
  const importer = await importerOf(job.input.path, job.input.options);
  const { limit, offset } = limitsOf({ limit: 20, ...input });
  const all = db.selectFrom('importRow').where('jobId', '=', input.jobId);
  const filtered = input.problems
    ? all.where((eb) => eb.or([eb('action', '=', 'none'), eb('state', '=', 'refused'), warned]))
    : all;
  const [state, rows, count] = await Promise.all([
    importState(viewer, input.jobId),
    filtered.selectAll().orderBy('sheet').orderBy('rowNo').limit(limit).offset(offset).execute(),
    countOf(filtered.select('rowNo')),
  ]);
  return {
    ...state,
    columns: importer.sheets.map((sheet) => ({
      sheet: sheet.title,
      named: namedBy(sheet),
      columns: sheet.columns.map((column) => column.title),
    })),
    count,
    rows: rows.map((row) => ({
      sheet: importer.sheets[row.sheet]?.title ?? '',
      row: row.rowNo,
      action: row.action,
      values: shownCells(importer, row.sheet, decryptRow(row.dataCipher).cells),
      errors: row.errors as CellProblem[],
      warnings: row.warnings as CellProblem[],
      reason: row.reason,
    })),
  };
}
