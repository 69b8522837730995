import type pg from 'pg';
import { onDatabase } from '../../test/support/database.ts';

/** Sampled person with assessments. */
export interface Assessed {
  customerId: string;
  name: string;
  initials: string;
  mobile: string;
  assessorId: string;
}

/** Assessors among whom the assessments are divided. */
const assessors = 60;
const samples = 40;

/** Scales, of a person's ten: how many, and their grades. */
const scales = [
  { code: 'gbt42195', from: 0, to: 4, grades: ['0', '1', '2', '3', '4'] },
  { code: 'barthel', from: 5, to: 6, grades: ['none', 'mild', 'moderate', 'severe'] },
  { code: 'selfcare', from: 7, to: 7, grades: ['0', '1', '2', '3'] },
  { code: 'gds15', from: 8, to: 8, grades: ['0', '1', '2', '3'] },
  { code: 'risk9', from: 9, to: 9, grades: [] },
] as const;

async function addAssessors(client: pg.Client): Promise<void> {
  await client.query(
    `insert into "user" (account, name, department_id, password_hash)
     select 'bench_nurse' || n, '评估员' || n, u.department_id, u.password_hash from "user" u, generate_series(1, $1::int) n where u.account = 'admin'`,
    [assessors],
  );
}

async function setTriggers(client: pg.Client, state: 'enable' | 'disable'): Promise<void> {
  for (const table of ['assessment', 'assessment_form'])
    await client.query(`alter table ${table} ${state} trigger user`);
}

/** Adds ten assessments of each populated person, of five scales, over ten years; the newest of a scale is the latest. */
async function addAssessments(client: pg.Client): Promise<void> {
  const ofScale = scales.map(({ code, from, to, grades }) => ({ code, from, to, grades }));
  await client.query(
    `insert into assessment (no, customer_id, department_id, project_id, scale_version_id, scale, reason, date, assessor_ids, status, parts, total, preliminary, final, valid_until, latest, expiry_notified_at, reviewed_at, created_at)
     select 'BG-' || c.id || '-' || n, c.id, c.department_id, c.project_id, v.id, k.code, (array['first', 'regular', 'immediate', 'doubted'])[1 + (c.id + n) % 4], d.date,
       array[nurse.ids[1 + (c.id + n) % ${assessors}], nurse.ids[1 + (c.id * 7 + n) % ${assessors}]], s.status,
       case when s.finished then '{"B1": 30, "B2": 12, "B3": 24, "B4": 10}'::jsonb end, case when s.finished then (c.id * 13 + n * 7) % 91 end,
       case when s.finished then g.grade end, case when s.finished then g.grade end,
       case when s.status in ('done', 'void', 'replaced') then d.date + 364 end, s.status = 'done' and n = k.first, now(), case when s.status = 'done' then d.date + interval '10 hours' end, d.date + interval '9 hours'
     from customer c cross join generate_series(0, 9) n
       join jsonb_to_recordset($1::jsonb) as k (code text, "from" int, "to" int, grades text[], first int) on n between k."from" and k."to"
       join scale on scale.code = k.code join scale_version v on v.scale_id = scale.id and v.number = 1
       cross join (select array_agg(id order by id) as ids from "user" where account like 'bench_nurse%') nurse
       cross join lateral (select current_date - ((c.id * 31) % 400 + (n - k."from") * 365)::int as date) d
       cross join lateral (select case when n = k.first then 'done' else (array['done', 'done', 'done', 'done', 'done', 'done', 'draft', 'review', 'void', 'replaced'])[1 + (c.id / 3 + n) % 10] end as status) w
       cross join lateral (select w.status, w.status not in ('draft') as finished) s
       cross join lateral (select k.grades[1 + ((c.id / 5 + n) % greatest(1, cardinality(k.grades)))::int] as grade) g
     where c.no like 'YS%'`,
    [JSON.stringify(ofScale.map((scale) => ({ ...scale, first: scale.from })))],
  );
  await client.query(
    `insert into assessment_form (assessment_id, answers, hash)
     select id, '{"B1.1": "4", "B1.2": "4", "B1.3": "3", "B1.4": "4", "B1.5": "3", "B1.6": "4", "B1.7": "4", "B1.8": "3"}', md5(id::text) from assessment where no like 'BG-%'`,
  );
}

/** Adds ten assessments per populated person, unless they exist; with triggers off. Returns their number and people. */
export async function buildAssessments(
  databaseUrl: string,
): Promise<{ count: number; seconds: number; people: Assessed[] }> {
  return onDatabase(databaseUrl, async (client) => {
    const started = performance.now();
    const { rows: there } = await client.query(`select 1 from "user" where account = 'bench_nurse1'`);
    if (there.length === 0) {
      await client.query('begin');
      await setTriggers(client, 'disable');
      await addAssessors(client);
      await addAssessments(client);
      await setTriggers(client, 'enable');
      await client.query('commit');
      await client.query('vacuum (analyze) assessment, assessment_form, assessment_signature');
    }
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from assessment`);
    const { rows: people } = await client.query<Assessed>(
      `select c.id::text as "customerId", c.name, c.initials, c.mobile,
         (select a.assessor_ids[1]::text from assessment a where a.customer_id = c.id limit 1) as "assessorId"
       from customer c where c.no like 'YS%' and c.mobile is not null and c.id % 97 = 0 order by c.id limit $1`,
      [samples],
    );
    return { count: rows[0]?.count ?? 0, seconds: Math.round((performance.now() - started) / 1000), people };
  });
}
