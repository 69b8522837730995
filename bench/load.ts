import { randomInt } from 'node:crypto';
import { setTimeout as rest } from 'node:timers/promises';
import pg from 'pg';
import sharp from 'sharp';
import { type Cell, workbookType } from '#server/files/workbook.ts';
import { checkCharacter } from '#shared/idCard.ts';
import type { Answer, Caller } from '../test/support/api.ts';
import { type Product, password } from './product.ts';

/** Load by users, repeated until stopped; `done` counts completed actions, by kind. */
export interface Load {
  done: Record<string, number>;
  stop(): Promise<void>;
}

type Action = () => Promise<void>;
type Address = Pick<Product, 'address'>;

/** Maximum time that a call may wait behind all others, ms. */
const timeoutMs = 600_000;

/** Repeats each action with this many concurrent callers until stopped; the first failure ends the bench. */
export function runRepeatedly(actions: Record<string, { action: Action; callers: number }>): Load {
  const done: Record<string, number> = {};
  let over = false;
  const loops = Object.entries(actions).flatMap(([name, { action, callers }]) => {
    done[name] = 0;
    return Array.from({ length: callers }, async () => {
      while (!over) {
        await action();
        done[name] = (done[name] ?? 0) + 1;
      }
    });
  });
  // Awaited only at the stop.
  const all = Promise.all(loops);
  all.catch(() => undefined);
  return {
    done,
    stop: async () => {
      over = true;
      await all;
    },
  };
}

export interface Job {
  state: string;
  message: string | null;
}

/** Waits until a job has ended; returns its state. */
export async function waitForJob(caller: Caller, id: string): Promise<Job> {
  for (;;) {
    const { data } = await caller.call<Job>('job/getJob', { id }, timeoutMs);
    if (data.state !== 'waiting' && data.state !== 'running') return data;
    await rest(200);
  }
}

/** Exports closed warns: as a job when there are more than 10,000. */
export function exporting(caller: Caller, filters: Record<string, unknown>): Action {
  return async () => {
    const answer = await caller.call<{ jobId: string | null }>('warn/exportWarn', { filters }, timeoutMs);
    if (answer.code !== 0) throw new Error(`an export was refused: ${JSON.stringify(answer)}`);
    if (answer.data.jobId) await waitForJob(caller, answer.data.jobId);
  };
}

function anIdNo(index: number): string {
  const day = new Date(Date.UTC(1930, 0, 1 + (index % 9000))).toISOString().slice(0, 10).replaceAll('-', '');
  const digits = `330102${day}${String(randomInt(1000)).padStart(3, '0')}`;
  return digits + checkCharacter(digits);
}

/** Returns a workbook of this many new customers. */
export async function customerWorkbook(rows: number): Promise<Blob> {
  const { writeXlsx } = await import('hucre/xlsx');
  const head: Cell[] = ['姓名', '身份证号', '手机号', '居住情况', '慢性病'];
  const body = Array.from({ length: rows }, (_, index): Cell[] => [
    '压测人',
    anIdNo(index),
    '13800001111',
    '独居',
    '高血压',
  ]);
  const bytes = await writeXlsx({ sheets: [{ name: '客户', rows: [head, ...body] }] });
  return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: workbookType });
}

/** Posts a file as a form; throws when refused. */
export async function upload<T>(
  { address }: Address,
  caller: Caller,
  path: string,
  file: Blob,
  name: string,
): Promise<Answer<T>> {
  const form = new FormData();
  form.append('file', file, name);
  const response = await fetch(`${address}/api/${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${caller.token}`, 'X-Requested-With': 'XMLHttpRequest' },
    body: form,
  });
  const answer = { status: response.status, ...((await response.json()) as Omit<Answer<T>, 'status'>) };
  if (answer.code !== 0) throw new Error(`${path} was refused: ${JSON.stringify(answer)}`);
  return answer;
}

/** Imports customers: reads and validates the file, then writes its rows. */
export function importing(product: Address, caller: Caller, rows: number): Action {
  return async () => {
    const { data } = await upload<{ jobId: string }>(
      product,
      caller,
      'customer/importCustomer',
      await customerWorkbook(rows),
      'people.xlsx',
    );
    await waitForJob(caller, data.jobId);
    await caller.call('import/confirmImport', { jobId: data.jobId, mode: 'valid' }, timeoutMs);
    await waitForJob(caller, data.jobId);
  };
}

/** Uploads a large picture for a text. */
export async function uploadingPictures(product: Address, caller: Caller): Promise<Action> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const bytes = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#777', noise } })
    .jpeg({ quality: 60 })
    .toBuffer();
  const file = new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' });
  return async () => {
    await upload(product, caller, 'notice/uploadNoticePicture', file, 'picture.jpg');
  };
}

/** Logs in, each time from another address: the product must trust 127.0.0.1 as its proxy. */
export function loggingIn({ address }: Address): Action {
  return async () => {
    const from = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
    const response = await fetch(`${address}/api/login/accountLogin`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'XMLHttpRequest', 'X-Forwarded-For': from },
      body: JSON.stringify({ account: 'admin', password }),
    });
    const { code } = (await response.json()) as { code: number };
    if (code !== 0) throw new Error(`a login was refused: ${response.status}`);
  };
}

/** Requests a page of warns in an order without an index. */
export function listing(caller: Caller): Action {
  return async () => {
    const { code } = await caller.call('warn/getWarnList', { keyword: `幢${randomInt(1000)}`, limit: 200 }, timeoutMs);
    if (code !== 0) throw new Error(`a list was refused: ${code}`);
  };
}

/** Inserts 100,000 closed warns for lists and exports, without the triggers of the change history. */
export async function manyWarns(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('begin; alter table warn disable trigger user');
    await client.query(
      `insert into warn (no, type, family, level, status, subject, department_id, project_id, received_at, waiting_since, last_at, last_step_at, address, finished_at)
       select 'B' || g, 'sos', 'sos', 1 + g % 4, 'done', 'b:' || g, (select min(id) from department), (select min(id) from project), now(), now(), now(), now(), g || '幢101', now()
       from generate_series(1, $1::int) g`,
      [100_000],
    );
    await client.query('alter table warn enable trigger user; commit');
  } finally {
    await client.end();
  }
}
