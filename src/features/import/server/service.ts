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
import type { DuplicatePolicy } from '#shared/import.ts';
import type { Importer } from './importer.ts';
import { validateTable } from './read.ts';
import { importerOf } from './state.ts';
import { makeTemplate } from './workbooks.ts';

export type {
  CellProblem,
  FileRow,
  ImportColumn,
  Importer,
  ImportSheet,
  ReadyRow,
  ValidatedRow,
} from './importer.ts';
export { saveOverwritten } from './overwrittenValues.ts';
export { meantIn, resourceImporter, resourceSheet } from './resource.ts';
export { titleOf } from './resourceCells.ts';
export { importedIds } from './state.ts';

/** Each has its whole file in memory. */
const inTurn = limitConcurrency(2);
/** How long a call waits for a short file, so that the next call finds it ready. */
const shortWait = 4000;

/** The handler of every `importX`: keeps the file and reads it as a job. 400 when it is neither a workbook nor a CSV file. */
export async function startImport(
  viewer: Viewer,
  importer: Importer,
  file: UploadedFile | null,
  duplicates: DuplicatePolicy = 'overwrite',
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
      input: { path: importer.path, fileId, duplicates, phase: 'read' },
    }),
  );
  wakeJobs();
  await waitForJob(jobId, shortWait);
  return { jobId };
}

/** The same for an import that is found by the path of its upload. */
export function importing({ path }: { path: string }) {
  return async (
    viewer: Viewer,
    { duplicates }: { duplicates?: DuplicatePolicy },
    { file }: { file: UploadedFile | null },
  ) => startImport(viewer, await importerOf(path), file, duplicates);
}

/** The template of an import that is found by the path of its upload. */
export function templateFor({ path }: { path: string }) {
  return async (viewer: Viewer) => importTemplate(viewer, await importerOf(path));
}

/** The handler of every `getImportTemplate`. */
export async function importTemplate(viewer: Viewer, importer: Importer): Promise<{ fileId: string }> {
  return { fileId: await makeTemplate(viewer, importer) };
}
