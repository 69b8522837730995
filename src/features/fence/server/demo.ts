import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { texts } from '#server/db/values.ts';
import { type Demo, demoOnce, inOneChange } from '#server/feature/seeds.ts';

/** Demo customers with a watch whose home is fenced in. */
const fenced = ['王桂兰', '李德福', '张淑珍', '赵长根', '孙月娥'];
const radius = 300;

async function addFences(tx: Db): Promise<void> {
  await sql`
    insert into fence (name, kind, shape, customer_ids, project_id, department_id)
    select name || '的家', 'home',
      jsonb_build_object('circle', jsonb_build_object('centre', jsonb_build_object('lat', lat, 'lng', lng), 'radius', ${radius}::int)),
      array[id], project_id, department_id
    from customer where demo and deleted_at is null and lat is not null and name = any(${texts(fenced)}) order by id`.execute(
    tx,
  );
}

const demo: Demo = {
  order: 156,
  run: () =>
    demoOnce(
      'customer',
      ({ tx }) => addFences(tx),
      sql`exists (select 1 from fence where customer.id = any(fence.customer_ids))`,
    ),
  remove: () =>
    inOneChange(async ({ tx }) => {
      await sql`delete from fence_event where customer_id in (select id from customer where demo)`.execute(tx);
      await sql`delete from fence where project_id in (select id from project where demo)`.execute(tx);
      return [];
    }),
};
export default demo;
