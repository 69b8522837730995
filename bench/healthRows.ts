import type pg from 'pg';
import { onDatabase } from '../test/support/database.ts';

/** Sampled person with a watch. */
export interface Wearer {
  customerId: string;
  name: string;
  initials: string;
  mobile: string;
}

/** Rows of the part `health`. */
export interface BuiltReadings {
  readings: number;
  hours: number;
  seconds: number;
  wearers: Wearer[];
}

/** Days with readings: all that is raw but the last week of the retention. */
const days = 173;
const perDay = 144;
const samples = 40;

/** Returns whether the rows are there from an earlier run. */
export async function hasReadings(databaseUrl: string): Promise<boolean> {
  return onDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query(`select to_regclass('bench_watch') is not null as there`);
    return rows[0].there;
  });
}

/** Adds readings each ten minutes of as many watches as give `total`, unless they exist, with hours and newest values. */
export async function buildReadings(databaseUrl: string, total: number): Promise<BuiltReadings> {
  return onDatabase(databaseUrl, async (client) => {
    const started = performance.now();
    await client.query(`set synchronous_commit = off`);
    await client.query(`set work_mem = '256MB'`);
    if (!(await hasReadings(databaseUrl))) await build(client, Math.ceil(total / (days * perDay)));
    const seconds = Math.round((performance.now() - started) / 1000);
    const count = async (table: string) =>
      Number(
        (
          await client.query(
            `select sum(reltuples)::bigint as n from pg_class where relname like '${table}_p%' and relkind = 'r'`,
          )
        ).rows[0].n,
      );
    const { rows: wearers } = await client.query<Wearer>(
      `select c.id::text as "customerId", c.name, c.initials, c.mobile from bench_watch w join customer c on c.id = w.customer_id
       where c.mobile is not null order by w.id limit $1`,
      [samples],
    );
    return { readings: await count('reading'), hours: await count('reading_hour'), seconds, wearers };
  });
}

async function build(client: pg.Client, watches: number): Promise<void> {
  await client.query(
    `create table bench_watch_new as
     select e.id, e.customer_id, e.project_id from equipment e join model m on m.id = e.model_id and m.kind = 'watch'
     where e.sn like 'YS%' and e.customer_id is not null order by e.id limit ${watches}`,
  );
  await client.query(
    `update equipment_binding b set bound_at = now() - interval '200 days' from bench_watch_new w where b.equipment_id = w.id`,
  );
  // Leaf by leaf in the order of the key: as raw values grow, but without the cost of each message.
  for (let back = days; back > 0; back -= 7) {
    const span = `now() - interval '${back} days', now() - interval '${Math.max(0, back - 7)} days' - interval '1 second'`;
    await client.query(
      `insert into reading (device_id, metric, at, value, project_id, customer_id)
       select w.id, 'heart_rate', t, 62 + (w.id + extract(epoch from t)::bigint / 600) % 29, w.project_id, w.customer_id
       from (select * from bench_watch_new order by id) w, generate_series(${span}, interval '10 minutes') t on conflict do nothing`,
    );
    await client.query(
      `insert into reading_hour (device_id, metric, hour, n, min, max, sum, last)
       select w.id, 'heart_rate', t, 6, 62, 90, 6 * 71, 70 from (select * from bench_watch_new order by id) w,
         generate_series(date_trunc('hour', now() - interval '${back} days'), date_trunc('hour', now() - interval '${Math.max(0, back - 7)} days') - interval '1 second', interval '1 hour') t
       on conflict do nothing`,
    );
  }
  // What a nurse enters of everybody, once a week in half a year; of whoever wears a watch twice a day.
  const entered = (from: string, every: string) => `
    insert into reading (device_id, metric, at, value, flags, project_id)
    select c.id, k.metric, t + c.id % 5000 * interval '1 second', k.low + (c.id + extract(epoch from t)::bigint / 3600) % k.wide, 4, c.project_id
    from (${from}) c, (values ('systolic', 118, 50), ('diastolic', 66, 30), ('glucose', 5, 6)) k (metric, low, wide),
      generate_series(now() - interval '170 days', now() - interval '2 hours', interval '${every}') t on conflict do nothing`;
  await client.query(entered(`select id, project_id from customer where no like 'YS%' order by id`, '28 days'));
  await client.query(entered('select customer_id as id, project_id from bench_watch_new order by 1', '12 hours'));
  await client.query(
    `insert into reading_latest (customer_id, metric, at, value, flags, source_id, level, since, abnormal_at)
     select w.customer_id, 'heart_rate', now() - interval '3 minutes', 72, 0, w.id, null, now(), null from bench_watch_new w
     union all
     select c.id, k.metric, now() - (c.id % 90) * interval '12 hours', k.low + c.id % k.wide, 4, c.id, case when c.id % 9 = 0 then 2 when c.id % 4 = 0 then 3 end, now() - interval '3 hours',
       case when c.id % 9 = 0 or c.id % 4 = 0 then now() - (c.id % 90) * interval '12 hours' end
     from customer c, (values ('systolic', 118, 50), ('diastolic', 66, 30), ('glucose', 5, 6), ('weight', 48, 30)) k (metric, low, wide) where c.no like 'YS%'
     on conflict do nothing`,
  );
  await client.query(
    `insert into reading_person select customer_id, max(at) from reading_latest group by 1 on conflict (customer_id) do nothing`,
  );
  await client.query('vacuum (analyze) reading, reading_hour, reading_latest, reading_person');
  await client.query('alter table bench_watch_new rename to bench_watch');
}
