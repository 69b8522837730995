import { Problem } from '#server/core/problem.ts';
import { readIsolated } from '#server/files/isolatedReader.ts';
import { unpackedSize } from '#server/files/zipSize.ts';
import { csvText } from './csvText.ts';
import type { FileRow, Importer } from './importer.ts';
import { importRowLimit } from './limit.ts';
import type { SheetTask } from './sheetReader.ts';

/** A workbook of 20,000 rows unpacks to some 30 MB; more than this is not one. */
const maxUnpackedBytes = 120_000_000;

/** So much of a file shows whether it is a text, bytes: a whole one would hold everybody else up. */
const sniffBytes = 65_536;

/** Refuses what is neither a workbook nor a text, and a workbook that says it unpacks to more than any list needs. */
export function validateTable(content: Buffer): void {
  if (csvText(content.subarray(0, sniffBytes), content.length <= sniffBytes) !== null) return;
  const size = unpackedSize(content);
  if (size === null || !content.includes('xl/workbook'))
    throw new Problem(400, '仅支持 xlsx 和 CSV 文件，请用模板填写');
  if (size > maxUnpackedBytes) throw new Problem(400, '文件解开后太大，请拆成几个文件');
}

/** All rows of the sheets that the importer knows, read in a thread of its own. 400 when they cannot be read. */
export async function readRows(importer: Importer, content: Buffer): Promise<FileRow[]> {
  validateTable(content);
  const task: SheetTask = {
    content,
    sheets: importer.sheets.map(({ title, columns }) => ({
      title,
      columns: columns.map(({ key, title, required }) => ({ key, title, required: required ?? false })),
    })),
    maxRows: await importRowLimit(),
    maxUnpackedBytes,
  };
  const rows: FileRow[] = [];
  await readIsolated<FileRow[]>(new URL('./sheetReader.ts', import.meta.url), task, (part) => rows.push(...part));
  return rows;
}
