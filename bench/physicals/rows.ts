import { currentCatalogue } from '#shared/physical/catalogues.ts';
import { flagOf } from '#shared/physical/flag.ts';
import { onDatabase } from '../../test/support/database.ts';

/** Sampled person with examinations. */
export interface Examined {
  customerId: string;
  name: string;
  initials: string;
}

const samples = 40;
const institutions = 40;
const itemCount = 60;
const variants = 8;
const total = 400_000;
/** Days over which the examinations of a person are spread. */
const spread = 4 * 365;

/** Returns 60 items as they are stored, normal ones. */
function storedItems(variant: number): string {
  const entries = currentCatalogue()
    .items.filter(({ form }) => form !== 'text')
    .slice(0, itemCount);
  return JSON.stringify(
    Object.fromEntries(
      entries.map((item) => {
        const { low = item.plausible?.min ?? 0, high = item.plausible?.max ?? 0 } = item.ranges?.[0] ?? {};
        const value = Math.round((low + ((high - low) * (variant + 1)) / 10) * 100) / 100;
        const { flag } = flagOf(item, { value }, { sex: 1, age: 70 });
        const stored = item.form === 'number' ? { value, unit: item.unit, low, high } : { choice: 'normal' };
        return [item.code, { ...stored, flag }];
      }),
    ),
  );
}

const insertOrgs = `insert into physical_org (name) select '第' || (array['一', '二', '三', '四'])[1 + n % 4] || '体检中心' || n from generate_series(1, ${institutions}) n`;

/** Examinations of each populated person in four years: a tenth of the newest are drafts, some are voided or of another kind. */
const insertPhysicals = (perPerson: number) => `
  insert into physical (customer_id, department_id, project_id, date, org_id, kind, status, catalogue, sex, age, abnormal, systolic, diastolic, bmi, glucose, next_date, created_at)
  select c.id, c.department_id, c.project_id, d.date, o.ids[1 + (c.id + n) % ${institutions}],
    case when (c.id + n) % 25 = 0 then 'special' else 'yearly' end,
    case when n = 0 and c.id % 10 = 0 then 'draft' when (c.id / 7 + n) % 50 = 0 then 'void' when (c.id + n) % 4 = 0 then 'done' else 'reviewed' end, 1, 2, 75,
    array_remove(array[case when (c.id + n) % 3 = 0 then '8480-6' end, case when (c.id / 3 + n) % 5 = 0 then '14771-0' end, case when (c.id / 11 + n) % 400 = 0 then '718-7' end], null),
    120 + (c.id + n) % 40, 70 + (c.id + n) % 20, 20 + (c.id + n) % 90 / 10.0, 4.5 + (c.id + n) % 30 / 10.0, d.date + 365, d.date + interval '9 hours'
  from customer c cross join generate_series(0, ${perPerson - 1}) n cross join (select array_agg(id order by id) as ids from physical_org where name like '第%') o
    cross join lateral (select current_date - ((c.id * 31) % ${Math.ceil(spread / perPerson)} + n * ${spread / perPerson})::int as date) d
  where c.no like 'YS%'`;

/** Adds the examinations unless they exist; with triggers off. Returns their number and people. */
export async function buildPhysicals(
  databaseUrl: string,
): Promise<{ count: number; seconds: number; people: Examined[] }> {
  return onDatabase(databaseUrl, async (client) => {
    const started = performance.now();
    await client.query('set synchronous_commit = off');
    const { rows: there } = await client.query(`select 1 from physical_org where name like '第%' limit 1`);
    if (there.length === 0) {
      await client.query(
        'begin; alter table physical disable trigger user; alter table physical_form disable trigger user',
      );
      await client.query(insertOrgs);
      const { rows: counted } = await client.query<{ n: number }>(
        `select count(*)::int as n from customer where no like 'YS%'`,
      );
      await client.query(insertPhysicals(Math.round(total / (counted[0]?.n ?? total))));
      await client.query(
        'insert into physical_form (physical_id, items) select p.id, ($1::jsonb[])[1 + p.id % $2::int] from physical p on conflict do nothing',
        [Array.from({ length: variants }, (_, variant) => storedItems(variant)), variants],
      );
      await client.query(
        'alter table physical enable trigger user; alter table physical_form enable trigger user; commit',
      );
      await client.query('vacuum (analyze) physical');
      await client.query('vacuum (analyze) physical_form');
    }
    const { rows } = await client.query<{ count: number }>('select count(*)::int as count from physical');
    const { rows: people } = await client.query<Examined>(
      `select c.id::text as "customerId", c.name, c.initials from customer c
       where c.no like 'YS%' and c.id % 97 = 0 order by c.id limit $1`,
      [samples],
    );
    return { count: rows[0]?.count ?? 0, seconds: Math.round((performance.now() - started) / 1000), people };
  });
}
