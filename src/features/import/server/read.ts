import type { CellValue, StreamRow } from 'hucre/xlsx';
import { parameter } from '#features/dictionary/server/service.ts';
import { db } from '#server/db.ts';
import { pauses } from '#server/pause.ts';
import { Problem } from '#server/problem.ts';
import { unpackedSize } from '#server/zipSize.ts';
import { mostImportRows } from '#shared/import.ts';
import type { FileRow, Importer, ImportSheet } from './importer.ts';

/** A workbook of 20,000 rows unpacks to some 30 MB; more than this is not one. */
const mostUnpacked = 300_000_000;
/** The headings stand in one of the first rows: an exported list has a line above them. */
const headingWithin = 5;

/** Refuses what is no workbook, and one that would unpack to more than any list needs. */
export function checkWorkbook(content: Buffer): void {
  const size = unpackedSize(content);
  if (size === null || !content.includes('xl/workbook')) throw new Problem(400, '仅支持 xlsx 文件，请用模板填写');
  if (size > mostUnpacked) throw new Problem(400, '文件解开后太大，请拆成几个文件');
}

function textOf(value: CellValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (typeof value === 'boolean') return value ? '是' : '否';
  return String(value).trim();
}

/** 「姓名 *」 and 「姓名（必填）」 are 「姓名」. */
function plainHeading(value: CellValue | undefined): string {
  return textOf(value).replace(/\s*[*＊]|\s*[（(]必填[）)]/g, '');
}

interface Headings {
  row: number;
  /** Key of each column, null for one that is not ours. */
  keys: (string | null)[];
}

function headingsOf(sheet: ImportSheet, row: StreamRow): Headings | null {
  const keys = row.values.map(
    (value) => sheet.columns.find((column) => column.title === plainHeading(value))?.key ?? null,
  );
  const missing = sheet.columns.filter((column) => column.required && !keys.includes(column.key));
  return missing.length === 0 ? { row: row.index, keys } : null;
}

function cellsOf(row: StreamRow, keys: Headings['keys']): Record<string, string> {
  const cells: Record<string, string> = {};
  for (const [index, key] of keys.entries()) {
    const text = key ? textOf(row.values[index]) : '';
    if (key && text) cells[key] = text;
  }
  return cells;
}

function tooMany(most: number): Problem {
  return new Problem(400, `一次最多导入 ${most.toLocaleString('en')} 行`);
}

async function readSheet(content: Uint8Array, sheet: ImportSheet, place: number, from: number | string, most: number) {
  const { streamXlsxRows } = await import('hucre/xlsx');
  const rows: FileRow[] = [];
  let headings: Headings | null = null;
  const pause = pauses();
  for await (const row of streamXlsxRows(content, { sheet: from })) {
    await pause();
    if (!headings) {
      headings = headingsOf(sheet, row);
      if (!headings && row.index >= headingWithin) break;
      continue;
    }
    const cells = cellsOf(row, headings.keys);
    if (Object.keys(cells).length > 0) rows.push({ sheet: place, row: row.index + 1, cells });
    if (rows.length > most) throw tooMany(most);
  }
  if (headings) return rows;
  const wanted = sheet.columns.filter((column) => column.required).map((column) => column.title);
  throw new Problem(400, `工作表「${sheet.title}」缺少列：${wanted.join('、')}`);
}

/** All rows of the sheets that the importer knows. The first sheet may have any name, the others are found by theirs. */
export async function readRows(importer: Importer, content: Buffer): Promise<FileRow[]> {
  checkWorkbook(content);
  const { readXlsx } = await import('hucre/xlsx');
  const bytes = new Uint8Array(content);
  const most = Math.min(await parameter(db, 'export_limit', 'import_most', mostImportRows), mostImportRows);
  const names = (
    await readXlsx(bytes, { maxRows: 1 }).catch(() => {
      throw new Problem(400, '文件打不开，请用模板重新填写');
    })
  ).sheets.map((sheet) => sheet.name);
  const rows: FileRow[] = [];
  for (const [place, sheet] of importer.sheets.entries()) {
    const named = names.includes(sheet.title);
    if (!named && place > 0) continue;
    rows.push(...(await readSheet(bytes, sheet, place, named ? sheet.title : 0, most)));
  }
  if (rows.length === 0) throw new Problem(400, '文件里没有数据行');
  if (rows.length > most) throw tooMany(most);
  return rows;
}
