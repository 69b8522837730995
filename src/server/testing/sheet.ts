import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { type Cell, workbookType } from '../workbook.ts';
import type { TestApp } from './app.ts';

/** Fetches a file by the download form and answers its rows, the first sheet's. */
export async function downloadRows(app: TestApp, fileId: string, token = app.admin): Promise<Cell[][]> {
  const response = await fetch(`${app.url}/api/file/downloadFile`, {
    method: 'POST',
    body: new URLSearchParams({ token, id: fileId }),
  });
  if (response.status !== 200) throw new Error(`the download answered ${response.status}`);
  const book = await readXlsx(new Uint8Array(await response.arrayBuffer()));
  return book.sheets[0]?.rows ?? [];
}

/** A workbook with these sheets, as an upload carries it. */
export async function workbookOf(sheets: { name: string; rows: Cell[][] }[]): Promise<Blob> {
  const bytes = await writeXlsx({ sheets });
  return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: workbookType });
}

/** Posts a file and fields as a form; the envelope. */
export async function upload(
  app: TestApp,
  path: string,
  file: Blob,
  fields: Record<string, string> = {},
  token = app.admin,
): Promise<{ status: number; code: number; msg: string; data: Record<string, unknown> }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file, 'upload.xlsx');
  const response = await fetch(`${app.url}${path}`, {
    method: 'POST',
    body: form,
    headers: { Authorization: `Bearer ${token}`, 'X-Requested-With': 'XMLHttpRequest' },
  });
  return {
    status: response.status,
    ...((await response.json()) as { code: number; msg: string; data: Record<string, unknown> }),
  };
}
