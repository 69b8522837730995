import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { streamCsvRows } from 'hucre/csv';
import {
  type CellValue,
  cellRef,
  colToLetter,
  type MergeRange,
  readXlsx,
  type StreamRow,
  streamXlsxRows,
} from 'hucre/xlsx';
import type { ReaderMessage } from '#server/files/isolatedReader.ts';
import { maxCellLength, maxSheetColumns, maxSheetRows } from '#server/files/sheetLimits.ts';
import { unpacksWithin } from '#server/files/zipSize.ts';
import { csvText } from './csvText.ts';
import { headingText } from './heading.ts';
import type { FileRow, ImportSheet } from './importer.ts';

/** Task of the thread; `content` is a whole workbook or CSV file. */
export interface SheetTask {
  content: Uint8Array;
  sheets: { title: string; columns: Pick<ImportSheet['columns'][number], 'key' | 'title' | 'required'>[] }[];
  /** Reads only so many lines of the first sheet, by index of the column. */
  head?: number;
  /** Maximum rows per sheet: a customer sheet may have a contact sheet of equal size. */
  maxRows: number;
  /** Maximum bytes that the file may really unpack to. */
  maxUnpackedBytes: number;
}

type Sheet = SheetTask['sheets'][number];
/** Raw row of the file; `index` counts from 0. */
type Line = Pick<StreamRow, 'index' | 'values'>;

/** Rows after the first that may have the headings: an exported list has a line above them. */
const headingWithin = 5;
/** Maximum rows and cells of a sheet, empty ones included. */
const maxScannedRows = 200_000;
const maxCells = 4_000_000;
/** Rows and characters per part sent to the caller; the first limit that is reached ends a part. */
const partRows = 500;
const partText = 1_000_000;
/** Maximum characters of all rows: cells of a workbook may share one long text, but each sent row has a copy. */
const maxText = 40_000_000;

const unreadable = '文件打不开，请用模板重新填写';

/** Refusal of the file; the message is in Chinese. */
class Refused extends Error {}

/** Returns a date; a cell with only a time of day, dated 1899-12-30 or 31 by the library, becomes that time. */
function dateText(value: Date): string {
  const text = new Date(Math.round(value.getTime() / 60_000) * 60_000).toISOString();
  return /^1899-12-3[01]/.test(text) ? text.slice(11, 16) : value.toISOString().slice(0, 10);
}

function textOf(value: CellValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return dateText(value);
  if (typeof value === 'boolean') return value ? '是' : '否';
  return String(value).trim();
}

/** Returns the key of each column, null for an unknown one; null if a required heading is missing in this row. */
function headingsOf(sheet: Sheet, row: Line): (string | null)[] | null {
  const keys = row.values.map(
    (value) => sheet.columns.find((column) => column.title === headingText(textOf(value)))?.key ?? null,
  );
  return sheet.columns.some((column) => column.required && !keys.includes(column.key)) ? null : keys;
}

/** Refuses a heading that stands over two columns: one of them would be lost. */
function validateHeadings(sheet: Sheet, row: Line, keys: readonly (string | null)[]): void {
  for (const [index, key] of keys.entries()) {
    const first = keys.indexOf(key);
    if (key === null || first === index) continue;
    const title = sheet.columns.find((column) => column.key === key)?.title;
    throw new Refused(
      `标题「${title}」出现两次（${cellRef(row.index, first)}、${cellRef(row.index, index)}），请删去一列后重新上传`,
    );
  }
}

/** Refuses merged cells below the headings: only the first of them holds the value. */
function validateMerges(merges: readonly MergeRange[], heading: Line): void {
  const merge = merges.find(({ endRow }) => endRow > heading.index);
  if (!merge) return;
  const range = `${cellRef(merge.startRow, merge.startCol)}:${cellRef(merge.endRow, merge.endCol)}`;
  throw new Refused(`单元格 ${range} 是合并的，请取消合并、填好每一格后重新上传`);
}

function cellsOf(row: Line, keys: readonly (string | null)[]): Record<string, string> {
  const cells: Record<string, string> = {};
  for (const [index, key] of keys.entries()) {
    const text = key ? textOf(row.values[index]) : '';
    if (key && text) cells[key] = text;
  }
  return cells;
}

const figure = (value: number) => value.toLocaleString('en');

/** Refuses values that no spreadsheet program writes: they would be expensive to process outside this thread. */
function validateLine({ index, values }: Line): void {
  if (!Number.isInteger(index) || index < 0 || index >= maxSheetRows)
    throw new Refused(`工作表里有行号不在 1 到 ${figure(maxSheetRows)} 之间，请另存为新的 xlsx 后重试`);
  if (values.length > maxSheetColumns)
    throw new Refused(`第 ${index + 1} 行超过 ${figure(maxSheetColumns)} 列，请删去多余的列`);
  const column = values.findIndex((value) => typeof value === 'string' && value.length > maxCellLength);
  if (column >= 0)
    throw new Refused(`单元格 ${colToLetter(column)}${index + 1} 超过 ${figure(maxCellLength)} 个字，请缩短后重新上传`);
}

/** Returns a check that refuses a sheet far larger than any list, even if empty. */
function sizeGuard(): (row: Line) => void {
  let [rows, cells] = [0, 0];
  return (row) => {
    validateLine(row);
    rows += 1;
    cells += row.values.length;
    if (rows > maxScannedRows || cells > maxCells) throw new Refused('工作表太大，请删去空行空列，或拆成几个文件');
  };
}

async function* rowsOf(
  lines: AsyncIterable<Line> | Iterable<Line>,
  sheet: Sheet,
  place: number,
  merges: readonly MergeRange[] = [],
): AsyncGenerator<FileRow> {
  let keys: (string | null)[] | null = null;
  const guard = sizeGuard();
  for await (const row of lines) {
    guard(row);
    if (!keys) {
      keys = headingsOf(sheet, row);
      if (!keys && row.index >= headingWithin) break;
      if (keys) {
        validateHeadings(sheet, row, keys);
        validateMerges(merges, row);
      }
      continue;
    }
    const cells = cellsOf(row, keys);
    if (Object.keys(cells).length > 0) yield { sheet: place, row: row.index + 1, cells };
  }
  if (keys) return;
  const required = sheet.columns.filter((column) => column.required).map((column) => column.title);
  throw new Refused(`工作表「${sheet.title}」缺少列：${required.join('、')}`);
}

function* csvLines(text: string): Generator<Line> {
  let index = 0;
  for (const values of streamCsvRows(text)) yield { index: index++, values };
}

/** Yields the only sheet of a CSV file: the first sheet whose headings match. */
function* csvSheets({ sheets }: SheetTask, text: string): Generator<AsyncGenerator<FileRow>> {
  // An unclosed quotation mark would swallow the rest of the file.
  if (text.split('"').length % 2 === 0) throw new Refused('文件里的引号没有成对，请检查后重新上传');
  const first = [...csvLines(text).take(headingWithin + 1)];
  const place = Math.max(
    sheets.findIndex((sheet) => first.some((line) => headingsOf(sheet, line) !== null)),
    0,
  );
  const sheet = sheets[place];
  if (sheet) yield rowsOf(csvLines(text), sheet, place);
}

async function* bookLines(content: Uint8Array, sheet: string | number): AsyncGenerator<Line> {
  try {
    yield* streamXlsxRows(content, { sheet });
  } catch (error) {
    // The library throws for columns beyond the sheet's limit and for invalid XML.
    if (error instanceof Error && error.name === 'ParseError') throw new Refused(unreadable);
    throw error;
  }
}

/** Opens a workbook without its rows. */
async function openBook({ content, maxUnpackedBytes }: SheetTask) {
  const { buffer, byteOffset, byteLength } = content;
  if (!(await unpacksWithin(Buffer.from(buffer, byteOffset, byteLength), maxUnpackedBytes)))
    throw new Refused('文件解开后太大或已损坏，请另存为新的 xlsx，或拆成几个文件');
  return readXlsx(content, { maxRows: 1 }).catch(() => {
    throw new Refused(unreadable);
  });
}

/** Yields the sheets of the task. The first may have any name, the others are found by name. */
async function* bookSheets(task: SheetTask): AsyncGenerator<AsyncGenerator<FileRow>> {
  const { content, sheets } = task;
  const book = await openBook(task);
  const names = book.sheets.map((sheet) => sheet.name);
  for (const [place, sheet] of sheets.entries()) {
    const named = names.includes(sheet.title);
    const source = named ? names.indexOf(sheet.title) : 0;
    if (named || place === 0) yield rowsOf(bookLines(content, source), sheet, place, book.sheets[source]?.merges);
  }
}

/** Yields the first lines of the first sheet. */
async function* headRows(task: SheetTask, lines: number): AsyncGenerator<FileRow> {
  const text = csvText(task.content);
  if (text === null) await openBook(task);
  let count = 0;
  for await (const line of text === null ? bookLines(task.content, 0) : csvLines(text)) {
    validateLine(line);
    if (count++ >= lines) return;
    yield {
      sheet: 0,
      row: line.index + 1,
      cells: cellsOf(
        line,
        line.values.map((_, index) => String(index)),
      ),
    };
  }
}

async function* allRows(task: SheetTask): AsyncGenerator<FileRow> {
  if (task.head !== undefined) return yield* headRows(task, task.head);
  const text = csvText(task.content);
  let none = true;
  for await (const rows of text === null ? bookSheets(task) : csvSheets(task, text)) {
    let count = 0;
    for await (const row of rows) {
      count += 1;
      if (count > task.maxRows) throw new Refused(`每个工作表一次最多导入 ${task.maxRows.toLocaleString('en')} 行`);
      none = false;
      yield row;
    }
  }
  if (none) throw new Refused('文件里没有数据行');
}

function textLength({ cells }: FileRow): number {
  return Object.values(cells).reduce((sum, text) => sum + text.length, 0);
}

async function read(
  task: SheetTask,
  post: (message: ReaderMessage<FileRow[]>) => void,
  acknowledged: () => Promise<unknown>,
) {
  let [part, length, total]: [FileRow[], number, number] = [[], 0, 0];
  for await (const row of allRows(task)) {
    part.push(row);
    length += textLength(row);
    if (total + length > maxText) throw new Refused('文件里的文字太多，请拆成几个文件');
    if (part.length < partRows && length < partText) continue;
    post({ part });
    total += length;
    [part, length] = [[], 0];
    await acknowledged();
  }
  post({ part });
}

const port = parentPort;
if (port) {
  const post = (message: ReaderMessage<FileRow[]>): void => port.postMessage(message);
  read(workerData as SheetTask, post, () => once(port, 'message')).then(
    () => post({ end: true }),
    (error: unknown) => {
      if (!(error instanceof Refused)) throw error;
      post({ refused: error.message });
    },
  );
}
