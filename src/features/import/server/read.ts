import { Problem } from '#server/core/problem.ts';
import { readIsolated } from '#server/files/isolatedReader.ts';
import { unpackedSize } from '#server/files/zipSize.ts';
import { csvText } from './csvText.ts';
import type { FileRow, Importer } from './importer.ts';
import { importRowLimit } from './limit.ts';
import type { SheetTask } from './sheetReader.ts';

/** Maximum unpacked size: a workbook of 20,000 rows has some 30 MB. */
const maxUnpackedBytes = 120_000_000;

/** Bytes that are checked for text: decoding a whole file would block other requests. */
const sniffBytes = 65_536;

/** Validates that the file is a workbook or a text, and that the workbook's declared size is within the limit. */
export function validateTable(content: Buffer): void {
  if (csvText(content.subarray(0, sniffBytes), content.length <= sniffBytes) !== null) return;
  const size = unpackedSize(content);
  if (size === null || !content.includes('xl/workbook'))
    throw new Problem(400, '仅支持 xlsx 和 CSV 文件，请用模板填写');
  if (size > maxUnpackedBytes) throw new Problem(400, '文件解开后太大，请拆成几个文件');
}

const readerUrl = new URL('./sheetReader.ts', import.meta.url);

/**
 * Reads the first lines of the first sheet in a separate thread; the key of a cell is the index of its column, from 0. 400
 * when they cannot be read.
 */
export async function readHead(content: Buffer, lines: number): Promise<FileRow[]> {
  validateTable(content);
  const task: SheetTask = { content, sheets: [], head: lines, maxRows: lines, maxUnpackedBytes };
  const rows: FileRow[] = [];
  await readIsolated<FileRow[]>(readerUrl, task, (part) => rows.push(...part));
  return rows;
}

/** Reads all rows of the importer's sheets in a separate thread. 400 when they cannot be read. */
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
  await readIsolated<FileRow[]>(readerUrl, task, (part) => rows.push(...part));
  return rows;
}
