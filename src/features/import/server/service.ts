import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { saveForOwner } from '#features/file/server/service.ts';
import { limitConcurrency } from '#server/core/concurrency.ts';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { command } from '#server/feature/command.ts';
import type { UploadedFile } from '#server/feature/handlers.ts';
import { workbookType } from '#server/files/workbook.ts';
import { startJob, waitForJob, wakeJobs } from '#server/jobs/jobs.ts';
import type { DuplicatePolicy } from '#shared/contract/import.ts';
import type { Importer, ImportOptions } from './importer.ts';
import { validateTable } from './read.ts';
import { importerOf } from './state.ts';
import { makeTemplate } from './workbooks.ts';

export { headingText } from './heading.ts';
export type {
  CellProblem,
  FileRow,
  ImportColumn,
  Importer,
  ImportOptions,
  ImportSheet,
  ReadyRow,
  UndoneImport,
  ValidatedRow,
} from './importer.ts';
export { readOverwritten, saveOverwritten } from './overwrittenValues.ts';
export { departmentNames, projectNames } from './ownerNames.ts';
export { readHead } from './read.ts';
export { resourceImporter, resourceSheet } from './resource.ts';
export { dayIn, meantBy, meantIn, partsOf, sheetColumns, titleOf } from './resourceCells.ts';
export { importedIds } from './state.ts';

/** Limits concurrent checks: each has its whole file in memory. */
const inTurn = limitConcurrency(2);
/** Wait for a short file, ms, so that the next call finds its preview ready. */
const shortWait = 4000;

/** Handler of every `importX`: stores the file and reads it in a job. 400 for other files than workbooks and CSV. */
export async function startImport(
  viewer: Viewer,
  importer: Importer,
  file: UploadedFile | null,
  duplicates: DuplicatePolicy = 'overwrite',
  options?: ImportOptions,
): Promise<{ jobId: string }> {
  if (!file) throw new Problem(400, '请选择文件');
  await inTurn(async () => validateTable(await readFile(file.path)));
  const fileId = await saveForOwner(viewer, {
    name: file.name,
    type: /\.csv$/i.test(file.name) ? 'text/csv' : workbookType,
    content: createReadStream(file.path),
    subject: 'import',
  });
  const jobId = await command(viewer, ({ tx }) =>
    startJob(tx, viewer, {
      kind: 'import',
      title: `${importer.name}导入`,
      input: { path: importer.path, fileId, duplicates, phase: 'read', ...(options && { options }) },
    }),
  );
  wakeJobs();
  await waitForJob(jobId, shortWait);
  return { jobId };
}

/** Returns the `importX` handler of the importer with this upload path. */
export function importing({ path }: { path: string }) {
  return async (
    viewer: Viewer,
    { duplicates }: { duplicates?: DuplicatePolicy },
    { file }: { file: UploadedFile | null },
  ) => startImport(viewer, await importerOf(path), file, duplicates);
}

/** Returns the template handler of the importer with this upload path. */
export function templateFor({ path }: { path: string }) {
  return async (viewer: Viewer) => importTemplate(viewer, await importerOf(path));
}

/** Handler of every `getImportTemplate`. */
export async function importTemplate(viewer: Viewer, importer: Importer): Promise<{ fileId: string }> {
  return { fileId: await makeTemplate(viewer, importer) };
}
