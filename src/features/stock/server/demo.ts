import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { type Demo, inOneChange } from '#server/feature/seeds.ts';

const ofDemo = sql`from stock_move m join equipment e on e.id = m.equipment_id where e.demo`;

/** Stock moves: every device was received once; three are lent, one overdue and one due soon. */
async function addMoves(tx: Db): Promise<void> {
  await sql`
    insert into stock_move (equipment_id, kind, created_at) select id, 'in', now() - interval '60 days' from equipment where demo`.execute(
    tx,
  );
  await sql`
    insert into stock_move (equipment_id, kind, customer_id, due_date, created_at)
    select id, 'loan', customer_id, current_date + case place when 1 then -2 when 2 then 2 else 20 end, now() - interval '30 days'
    from (select id, customer_id, row_number() over (order by sn) as place from equipment where demo and customer_id is not null) d
    where place <= 3`.execute(tx);
}

const demo: Demo = {
  order: 143,
  run: () =>
    inOneChange(async ({ tx }) => {
      await sql`select pg_advisory_xact_lock(hashtext('demo'))`.execute(tx);
      const existing = await tx.row(sql`select 1 as one ${ofDemo} limit 1`);
      if (!existing) await addMoves(tx);
      return [];
    }),
  remove: () =>
    inOneChange(async ({ tx }) => {
      await sql`
        delete from stock_move where equipment_id in (select id from equipment where demo) or customer_id in (select id from customer where demo)`.execute(
        tx,
      );
      return [];
    }),
};
export default demo;
