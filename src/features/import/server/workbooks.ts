import { saveForOwner } from '#features/file/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Cell, harmless, workbookType } from '#server/files/workbook.ts';
import type { CellProblem, FileRow, Importer } from './importer.ts';

async function saveBook(viewer: Viewer, name: string, sheets: { name: string; rows: Cell[][] }[]): Promise<string> {
  const { writeXlsx } = await import('hucre/xlsx');
  const bytes = await writeXlsx({
    sheets: sheets.map((sheet) => ({
      ...sheet,
      columns: (sheet.rows[0] ?? []).map(() => ({ width: 18 })),
      freezePane: { rows: 1 },
    })),
  });
  return saveForOwner(viewer, { name, type: workbookType, content: Buffer.from(bytes), subject: 'import' });
}

/** Creates the empty workbook with headings and an instruction sheet; returns the file's id. */
export function makeTemplate(viewer: Viewer, importer: Importer): Promise<string> {
  const instructions = importer.sheets.flatMap((sheet) =>
    sheet.columns.map((column) => [
      sheet.title,
      column.title,
      column.required ? '必填' : '选填',
      column.hint,
      column.example ?? '',
    ]),
  );
  return saveBook(viewer, `${importer.name}导入模板.xlsx`, [
    ...importer.sheets.map((sheet) => ({
      name: sheet.title,
      rows: [sheet.columns.map((column) => column.title)],
    })),
    { name: '填写说明', rows: [['工作表', '列', '是否必填', '填写方法', '示例'], ...instructions] },
  ]);
}

/**
 * Creates a workbook of the invalid rows as they were typed, with row numbers and reasons in front; returns the file's
 * id.
 */
export function makeErrorBook(
  viewer: Viewer,
  importer: Importer,
  bad: { row: FileRow; errors: readonly CellProblem[] }[],
): Promise<string> {
  const sheets = importer.sheets.flatMap((sheet, place) => {
    const rows = bad.filter(({ row }) => row.sheet === place);
    if (rows.length === 0) return [];
    const head: Cell[] = ['原行号', '错误原因', ...sheet.columns.map((column) => column.title)];
    const body = rows.map(({ row, errors }) => [
      row.row,
      errors.map(({ column, msg }) => `${column}：${msg}`).join('；'),
      ...sheet.columns.map((column) => harmless(row.cells[column.key] ?? null)),
    ]);
    return [{ name: sheet.title, rows: [head, ...body] }];
  });
  return saveBook(viewer, `${importer.name}导入错误.xlsx`, sheets);
}
