import pg from 'pg';
import type { Figure } from './figures.ts';
import { residentMb } from './process.ts';
import type { Product } from './product.ts';

const rows = 100_000;
const mostMb = 60;
const lookEvery = 20;

/** Finished alarms that only the list and its export look at; the triggers of the differences are left out. */
export async function manyWarns(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('begin; alter table warn disable trigger user');
    await client.query(
      `insert into warn (no, type, family, level, status, subject, department_id, project_id, received_at, waiting_since, last_at, last_step_at, address, finished_at)
       select 'B' || g, 'sos', 'sos', 1 + g % 4, 'done', 'b:' || g, (select min(id) from department), (select min(id) from project), now(), now(), now(), now(), g || '幢101', now()
       from generate_series(1, $1::int) g`,
      [rows],
    );
    await client.query('alter table warn enable trigger user; commit');
  } finally {
    await client.end();
  }
}

interface Job {
  state: string;
  fileId: string | null;
}

/** The server's memory above its rest while a list of 100,000 rows is exported; a small export warms the way before. */
export async function measureExport(product: Product): Promise<Figure[]> {
  const caller = await product.logIn();
  await caller.call('warn/exportWarn', { filters: { status: ['handling'] } });
  await manyWarns(product.databaseUrl);
  const base = residentMb(product.pid);
  let peak = base;
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMb(product.pid));
  }, lookEvery);
  const started = performance.now();
  const asked = await caller.call<{ jobId: string }>('warn/exportWarn', { filters: { status: ['done'] } });
  let job: Job;
  do job = (await caller.call<Job>('job/getJob', { id: asked.data.jobId })).data;
  while (job.state === 'waiting' || job.state === 'running');
  clearInterval(timer);
  if (job.state !== 'done') throw new Error(`the export ended as ${job.state}`);
  const seconds = (performance.now() - started) / 1000;
  const more = peak - base;
  return [
    {
      what: 'Memory of an export of 100,000 rows, 23 columns, above rest',
      aim: `< ${mostMb} MB`,
      value: `${more.toFixed(0)} MB`,
      met: more < mostMb,
    },
    { what: 'Export of 100,000 rows', aim: '', value: `${seconds.toFixed(1)} s`, met: null },
  ];
}
