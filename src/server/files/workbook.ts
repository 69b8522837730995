import { Readable } from 'node:stream';
import type { CellValue } from 'hucre/xlsx';
import { cooperativePause } from '#server/core/alarmPriority.ts';
import { maxCellLength } from './sheetLimits.ts';

export type Cell = CellValue;

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * Start of a text that a spreadsheet may run as a formula after an edit or a CSV export; also full-width signs of
 * Chinese input.
 */
const formulaLike = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
/** Characters that XML cannot contain. */
const unfit = /(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu;

/** Makes a cell safe: a text that starts like a formula gets a leading apostrophe. */
export function harmless(value: Cell): Cell {
  if (typeof value !== 'string') return value;
  const text = value.replace(unfit, '').slice(0, maxCellLength - 1);
  return formulaLike.test(text) ? `'${text}` : text;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Formats an instant like the screens, in a time zone: 2026-11-20 09:41:58. */
export function sheetTime(iso: string | null, timeZone: string): string | null {
  if (iso === null) return null;
  const clock =
    clocks.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  clocks.set(timeZone, clock);
  return clock.format(new Date(iso));
}

/** Returns a sheet as a stream of xlsx bytes; memory does not grow with the rows. `widths` in characters. */
export function sheetStream(name: string, widths: number[], rows: AsyncIterable<Cell[]>): Readable {
  const columns = widths.map((width) => ({ width }));
  return Readable.from(bytesOf(name.slice(0, 31), columns, rows), { objectMode: false });
}

async function* bytesOf(
  name: string,
  columns: { width: number }[],
  rows: AsyncIterable<Cell[]>,
): AsyncGenerator<Uint8Array> {
  const { writeXlsxStream } = await import('hucre/xlsx');
  yield* writeXlsxStream(safe(rows), { name, columns });
}

async function* safe(rows: AsyncIterable<Cell[]>): AsyncGenerator<Cell[]> {
  const pause = cooperativePause();
  for await (const row of rows) {
    yield row.map(harmless);
    await pause();
  }
}
