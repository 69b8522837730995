import { randomInt } from 'node:crypto';
import { setTimeout as rest } from 'node:timers/promises';
import sharp from 'sharp';
import { type Cell, workbookType } from '#server/files/workbook.ts';
import { checkCharacter } from '#shared/idCard.ts';
import type { Caller } from '../test/support/api.ts';
import type { Action } from './load.ts';
import { type Product, password } from './support/product.ts';

type Address = Pick<Product, 'address'>;

/** Maximum time that a call may wait behind all others, ms. */
const timeoutMs = 600_000;

/** Posts with the headers of the pages; throws when refused. */
async function post<T>({ address }: Address, path: string, headers: object, body: FormData | string): Promise<T> {
  const response = await fetch(`${address}/api/${path}`, {
    method: 'POST',
    headers: { 'X-Requested-With': 'XMLHttpRequest', ...headers },
    body,
  });
  const { code, data } = (await response.json()) as { code: number; data: T };
  if (code !== 0) throw new Error(`${path} was refused with ${response.status}, ${code}`);
  return data;
}

interface Upload {
  path: string;
  file: Blob;
  name: string;
  fields?: Record<string, string>;
}

function upload<T>(product: Address, { token }: Caller, { path, file, name, fields = {} }: Upload): Promise<T> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', file, name);
  return post(product, path, { Authorization: `Bearer ${token}` }, form);
}

/** Waits until a job has ended, well or badly. */
async function waitForJob(caller: Caller, id: string): Promise<void> {
  const isRunning = async () => {
    const { data } = await caller.call<{ state: string }>('job/getJob', { id }, timeoutMs);
    return data.state === 'waiting' || data.state === 'running';
  };
  while (await isRunning()) await rest(200);
}

/** Exports closed warns: as a job when there are more than 10,000. */
export function exporting(caller: Caller, filters: Record<string, unknown>): Action {
  return async () => {
    const answer = await caller.call<{ jobId: string | null }>('warn/exportWarn', { filters }, timeoutMs);
    if (answer.code !== 0) throw new Error(`an export was refused: ${JSON.stringify(answer)}`);
    if (answer.data.jobId) await waitForJob(caller, answer.data.jobId);
  };
}

/** Returns ID numbers, random ones of people born from 1930 to 1954. */
export function idNumbers(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.UTC(1930, 0, 1 + (index % 9000))).toISOString().slice(0, 10).replaceAll('-', '');
    const digits = `330102${day}${String(randomInt(1000)).padStart(3, '0')}`;
    return digits + checkCharacter(digits);
  });
}

/** Returns a workbook of new customers with these ID numbers. */
async function customerWorkbook(idNos: readonly string[]): Promise<Blob> {
  const { writeXlsx } = await import('hucre/xlsx');
  const head: Cell[] = ['姓名', '身份证号', '手机号', '居住情况', '慢性病'];
  const body = idNos.map((idNo): Cell[] => ['压测人', idNo, '13800001111', '独居', '高血压']);
  const bytes = await writeXlsx({ sheets: [{ name: '客户', rows: [head, ...body] }] });
  return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: workbookType });
}

/** Imports a file: reads and validates it, then writes its valid rows. Returns the times of both, ms. */
export async function importFile(
  product: Address,
  caller: Caller,
  file: Upload,
): Promise<{ read: number; write: number }> {
  const started = performance.now();
  const { jobId } = await upload<{ jobId: string }>(product, caller, file);
  await waitForJob(caller, jobId);
  const read = performance.now() - started;
  await caller.call('import/confirmImport', { jobId, mode: 'valid' }, timeoutMs);
  await waitForJob(caller, jobId);
  return { read, write: performance.now() - started - read };
}

/** Imports new customers with these ID numbers. */
export async function importCustomers(product: Address, caller: Caller, idNos: readonly string[]): Promise<void> {
  const file = await customerWorkbook(idNos);
  await importFile(product, caller, { path: 'customer/importCustomer', file, name: 'people.xlsx' });
}

/** Imports this many new customers. */
export function importing(product: Address, caller: Caller, rows: number): Action {
  return () => importCustomers(product, caller, idNumbers(rows));
}

/** Uploads a large picture for a text. */
export async function uploading(product: Address, caller: Caller): Promise<Action> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const picture = sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#777', noise } });
  const bytes = await picture.jpeg({ quality: 60 }).toBuffer();
  const file = new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' });
  return () => upload(product, caller, { path: 'notice/uploadNoticePicture', file, name: 'picture.jpg' });
}

/** Logs in, each time from another address: the product must trust 127.0.0.1 as its proxy. */
export function loggingIn(product: Address): Action {
  return () => {
    const from = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': from };
    return post(product, 'login/accountLogin', headers, JSON.stringify({ account: 'admin', password }));
  };
}

/** Requests a page of warns in an order without an index. */
export function listing(caller: Caller): Action {
  return async () => {
    const { code } = await caller.call('warn/getWarnList', { keyword: `幢${randomInt(1000)}`, limit: 200 }, timeoutMs);
    if (code !== 0) throw new Error(`a list was refused: ${code}`);
  };
}
