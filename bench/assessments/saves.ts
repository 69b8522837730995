import { randomBytes } from 'node:crypto';
import { setTimeout as rest } from 'node:timers/promises';
import { type Caller, callerOf } from '../../test/support/api.ts';
import { onDatabase } from '../../test/support/database.ts';
import { type Figure, figure, ms, percentile } from '../support/figures.ts';
import type { Product } from '../support/product.ts';

const assessors = 200;
/** Time in which an assessor gives the next answer, ms. */
const paceMs = 2000;
const maxSaveMs = 80;

const items = [
  ...Array.from({ length: 8 }, (_, index) => `B1.${index + 1}`),
  ...Array.from({ length: 4 }, (_, index) => `B2.${index + 1}`),
  ...Array.from({ length: 9 }, (_, index) => `B3.${index + 1}`),
  ...Array.from({ length: 5 }, (_, index) => `B4.${index + 1}`),
];

/** One of the two assessors of a form. */
interface Writer {
  caller: Caller;
  formId: string;
  items: readonly string[];
}

/** Adds assessors with sessions, and a form for each two of them. */
async function addWriters({ databaseUrl, address }: Product): Promise<Writer[]> {
  return onDatabase(databaseUrl, async (client) => {
    await client.query(
      `with made as (insert into "user" (account, name, department_id, password_hash)
         select 'bench_writer' || n, '评估员' || n, u.department_id, u.password_hash from "user" u, generate_series(1, $1::int) n where u.account = 'admin'
         on conflict do nothing returning id)
       insert into user_role (user_id, role_id) select made.id, r.id from made, role r where r.key = 'assessor'`,
      [assessors],
    );
    await client.query(`update cache_version set version = version + 1 where name = 'permission'`);
    const { rows: users } = await client.query<{ id: string }>(
      `select id::text from "user" where account like 'bench_writer%' order by id`,
    );
    const tokens = users.map(() => randomBytes(32).toString('base64url'));
    await client.query(
      `insert into session (token_hash, user_id, ip, agent, expires_at)
       select sha256(t.token::bytea), t.id, '127.0.0.1', '', now() + interval '1 day' from unnest($1::bigint[], $2::text[]) as t (id, token)`,
      [users.map(({ id }) => id), tokens],
    );
    const { rows: forms } = await client.query<{ id: string }>(
      `with people as (select id, row_number() over (order by id) as n from customer where no like 'YS%' and deleted_at is null order by id limit $2),
         pairs as (select (n + 1) / 2 as n, array_agg(id) as ids from unnest($1::bigint[]) with ordinality as u (id, n) group by 1),
         made as (insert into assessment (no, customer_id, scale_version_id, scale, reason, date, assessor_ids)
           select 'BW-' || p.id || '-' || extract(epoch from now())::bigint, p.id, v.id, 'gbt42195', 'regular', current_date, pairs.ids from people p join pairs on pairs.n = p.n
             join scale on scale.code = 'gbt42195' join scale_version v on v.scale_id = scale.id and v.number = 1 returning id, assessor_ids)
       insert into assessment_form (assessment_id) select id from made order by assessor_ids[1] returning assessment_id::text as id`,
      [users.map(({ id }) => id), assessors / 2],
    );
    return users.map((_, index) => ({
      caller: callerOf(address, tokens[index] ?? ''),
      formId: forms[Math.floor(index / 2)]?.id ?? '',
      items: items.filter((_item, place) => place % 2 === index % 2),
    }));
  });
}

/** Gives one answer, again with the present version as long as the other assessor came first; returns the times of the calls, ms. */
async function save({ caller, formId }: Writer, item: string, versions: Map<string, number>): Promise<number[]> {
  for (const times: number[] = []; ; ) {
    const started = performance.now();
    const { code, status, data } = await caller.call<{ version: number }>('assessment/saveAssessment', {
      ...{ id: formId, answers: { [item]: '1' }, version: versions.get(formId) ?? 1 },
    });
    times.push(performance.now() - started);
    if (code !== 0 && status !== 409) throw new Error(`a save was answered with ${status}`);
    versions.set(formId, data.version);
    if (code === 0) return times;
  }
}

/** Counts answers that were confirmed and are not stored. */
async function lostAnswers({ databaseUrl }: Product, writers: readonly Writer[]): Promise<number> {
  return onDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ lost: number }>(
      `select sum($2::int - (select count(*) from jsonb_object_keys(f.answers)))::int as lost from assessment_form f where f.assessment_id = any($1::bigint[])`,
      [[...new Set(writers.map(({ formId }) => formId))], items.length],
    );
    return rows[0]?.lost ?? Number.NaN;
  });
}

/** Measures 200 assessors, two a form, who give an answer every two seconds each; then all at the same instant. */
export async function measureSaves(product: Product): Promise<Figure[]> {
  const writers = await addWriters(product);
  const versions = new Map<string, number>();
  const times: number[] = [];
  await Promise.all(
    writers.map(async (writer, index) => {
      await rest((index * paceMs) / writers.length);
      for (const item of writer.items.slice(1)) {
        const began = performance.now();
        times.push(...(await save(writer, item, versions)));
        await rest(Math.max(0, paceMs - (performance.now() - began)));
      }
    }),
  );
  const burst = await Promise.all(writers.map((writer) => save(writer, writer.items[0] ?? '', versions)));
  const lost = await lostAnswers(product, writers);
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
  return [
    figure(
      `Saves of ${assessors} assessors, an answer every 2 s each, p50 / p95`,
      `${ms(p50)} / ${ms(p95)}`,
      `p95 ≤ ${maxSaveMs} ms`,
      p95 <= maxSaveMs,
    ),
    figure(
      `${assessors} saves at one instant, the last`,
      ms(Math.max(...burst.map((own) => own.reduce((a, b) => a + b, 0)))),
    ),
    figure('Confirmed answers that are not stored', String(lost), '0', lost === 0),
  ];
}
