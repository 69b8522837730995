import type { Rows } from '#server/testing/rows.ts';

interface NewPhysical {
  customerId: string;
  date: string;
  status?: 'draft' | 'done';
  kind?: string;
  org?: string;
}

/** Results with which an annual examination can be submitted, as they lie in the table. */
const items = {
  '8480-6': { value: 128, unit: 'mmHg', low: 90, high: 139, flag: 'normal' },
  '8462-4': { value: 78, unit: 'mmHg', low: 60, high: 89, flag: 'normal' },
  '8302-2': { value: 158, unit: 'cm', flag: 'none' },
  '29463-7': { value: 55, unit: 'kg', flag: 'none' },
};

/** Creates an examination without its readings; returns its id. */
export async function aPhysical(
  app: Pick<Rows, 'sql'>,
  { customerId, date, status = 'done', kind = 'yearly', org = '测试社区卫生服务中心' }: NewPhysical,
): Promise<string> {
  const [row] = await app.sql<{ id: string }>(
    `with place as (insert into physical_org (name) values ($5) on conflict (name) do update set name = excluded.name returning id),
       made as (insert into physical (customer_id, date, org_id, kind, status, catalogue, sex, age, systolic, diastolic)
         select $1, $2::date, place.id, $3, $4, 1, 2, 80, 128, 78 from place returning id),
       form as (insert into physical_form (physical_id, items) select id, $6::jsonb from made)
     select id::text from made`,
    [customerId, date, kind, status, org, JSON.stringify(items)],
  );
  return row?.id ?? '';
}
