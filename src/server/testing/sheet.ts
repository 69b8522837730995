import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { type Cell, workbookType } from '#server/files/workbook.ts';
import type { TestApp } from './app.ts';
import { until } from './until.ts';

/** Downloads a file by the download form. */
export async function download(app: TestApp, fileId: string, token = app.admin): Promise<Uint8Array> {
  const response = await fetch(`${app.url}/api/file/downloadFile`, {
    method: 'POST',
    body: new URLSearchParams({ token, id: fileId }),
  });
  if (response.status !== 200) throw new Error(`the download answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Downloads a workbook and returns the rows of its first sheet. */
export async function downloadRows(app: TestApp, fileId: string, token = app.admin): Promise<Cell[][]> {
  const book = await readXlsx(await download(app, fileId, token));
  return book.sheets[0]?.rows ?? [];
}

/** Returns a workbook with these sheets, for an upload. */
export async function workbookOf(sheets: { name: string; rows: Cell[][] }[]): Promise<Blob> {
  const bytes = await writeXlsx({ sheets });
  return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: workbookType });
}

/** Posts a file and fields as a form and waits for the job that reads it; returns the envelope. */
export async function upload(
  app: TestApp,
  path: string,
  file: Blob | Buffer,
  fields: Record<string, string> = {},
  token = app.admin,
): Promise<{ status: number; code: number; msg: string; data: Record<string, unknown> }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file instanceof Blob ? file : new Blob([new Uint8Array(file)]), 'upload.xlsx');
  const sent = new Response(form);
  const { status, text } = await app.ask({
    path,
    body: Buffer.from(await sent.arrayBuffer()),
    headers: { 'Content-Type': sent.headers.get('content-type') ?? '' },
    token,
  });
  const envelope = JSON.parse(text) as { code: number; msg: string; data: Record<string, unknown> };
  // The call waits only for a short job: on a busy machine it may answer earlier.
  const jobId = envelope.data?.jobId;
  if (jobId !== undefined)
    await until('the job', async () => {
      const [job] = await app.sql<{ state: string }>('select state from job where id = $1', [jobId]);
      return ['done', 'failed', 'cancelled'].includes(job?.state ?? '');
    });
  return { status, ...envelope };
}
