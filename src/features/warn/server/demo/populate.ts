import { sql } from 'kysely';
import { populatedNo } from '#features/customer/server/service.ts';
import { system } from '#server/core/viewer.ts';
import { type Db, onPool, pool } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import { batchesTo, type Populate } from '#server/feature/populate.ts';

const batchSize = 5000;

/** Inserts one closed warn within three months for every fiftieth customer; without notifications. */
async function addAlarms(tx: Db, from: number, to: number): Promise<void> {
  await sql`
    with given as (
      select nextval('id_seq') as id, c.id as customer_id, c.no, c.department_id, c.project_id, c.address, c.lat, c.lng, coalesce(c.mobile, c.phone) as phone,
        now() - make_interval(mins => 60 + substr(c.no, 3)::int * 7 % 129600) as at
      from customer c where c.no between ${populatedNo(from)} and ${populatedNo(to)} and c.demo and c.deleted_at is null
        and substr(c.no, 3)::int % 50 = 0 and not exists (select 1 from warn w where w.no = c.no)),
    new as (
      insert into warn (id, no, type, family, level, status, subject, customer_id, phone, address, department_id, project_id, created_at, received_at, last_at,
        waiting_since, last_step_at, shown_at, claimed_at, first_claimed_at, finished_at, result, close_note, lat, lng, updated_at, demo)
      select id, no, 'sos', 'sos', 1, 'done', 'c:' || customer_id, customer_id, phone, address, department_id, project_id, at, at, at,
        at, at + interval '9 minutes', at, at + interval '20 seconds', at + interval '20 seconds', at + interval '9 minutes', 'phone', '电话核实，老人平安', lat, lng, at + interval '9 minutes', true
      from given returning id)
    insert into warn_step (warn_id, kind, at, data)
    select g.id, s.kind, g.at + s.after, '{}' from given g, (values ('created', interval '0'), ('closed', interval '9 minutes')) s (kind, after)
    where g.id in (select id from new)`.execute(tx);
}

/** Closed warns of the generated customers. */
const part: Populate = {
  order: 150,
  async fill({ customers: people }, onProgress) {
    for (const { from, to } of batchesTo(people, batchSize)) {
      await command(system('populate'), ({ tx }) => addAlarms(tx, from, to));
      onProgress('告警', to, people);
    }
    await onPool('report', () => pool().query('vacuum (analyze) warn, warn_step'));
  },
};
export default part;
