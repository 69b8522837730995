import { setTimeout as rest } from 'node:timers/promises';
import type pg from 'pg';
import { onDatabase } from '../../test/support/database.ts';
import { type Figure, figure, ms } from '../support/figures.ts';
import { type Product, startProduct } from '../support/product.ts';

const maxMs = 60_000;
const pollMs = 50;

/** Day of waking of the newest night that is over, and its eve at 18:00, where the people live. */
const last = `(select t.day, (t.day::timestamp - interval '6 hours') at time zone 'Asia/Shanghai' as eve
  from (select (now() at time zone 'Asia/Shanghai' - interval '12 hours')::date as day) t) l`;

/** Without what the mats of the ward and of the flow sent: in bed from 22:00 to 06:10, ten minutes up, heart and breath each five minutes; fourteen nights before it. */
const values = `
  delete from reading where metric = 'in_bed';
  insert into reading (device_id, metric, at, value, project_id, customer_id)
    select p.id, 'in_bed', l.eve + v.after, v.value, p.project_id, p.customer_id
    from bench_person p, ${last}, (values (interval '4 hours', 1), ('8 hours', 0), ('8 hours 10 minutes', 1), ('12 hours 10 minutes', 0)) v (after, value)
    on conflict do nothing;
  insert into reading (device_id, metric, at, value, project_id, customer_id)
    select p.id, s.metric, l.eve + interval '4 hours' + n * interval '5 minutes', s.low + (p.index + n) % 6, p.project_id, p.customer_id
    from bench_person p, ${last}, (values ('heart_rate', 56), ('breath_rate', 12)) s (metric, low), generate_series(0, 97) n
    on conflict do nothing;
  insert into sleep_night (device_id, customer_id, night, zone, state, final_at, bed_from, bed_to, tib, exits, longest_exit,
      hr_min, hr_avg, hr_max, rr_min, rr_avg, rr_max, recorded, coverage, marks, detail)
    select p.id, p.customer_id, l.day - n, 'Asia/Shanghai', 'done', l.eve + interval '18 hours' - n * interval '1 day', l.eve + interval '4 hours' - n * interval '1 day',
      l.eve + interval '12 hours 10 minutes' - n * interval '1 day', 29400, 1, 600, 56, 58 + (p.index + n) % 3, 61, 12, 14 + (p.index + n) % 2, 17, 29400, 1, '{}', '{}'
    from bench_person p, ${last}, generate_series(1, 14) n;
  analyze reading, sleep_night`;

const stale = `
  truncate sleep_stale;
  insert into sleep_stale (device_id, night, due_at) select p.id, l.day, now() from bench_person p, ${last}`;

/**
 * Measures how long the nights of all take. They are computed each five minutes and at the start: the product is started
 * once more and stopped.
 */
export async function measureNights(product: Product, dataDir: string): Promise<Figure> {
  await onDatabase(product.databaseUrl, async (client) => {
    await client.query(values);
    await client.query(stale);
  });
  await product.stop();
  const again = await startProduct(dataDir);
  try {
    return await onDatabase(again.databaseUrl, timeNights);
  } finally {
    await again.stop();
  }
}

async function timeNights(client: pg.Client): Promise<Figure> {
  const marks = async () => {
    const { rows } = await client.query<{ taken: boolean; n: number }>(
      'select coalesce(bool_or(taken_at is not null), false) as taken, count(*)::int as n from sleep_stale',
    );
    return rows[0] ?? { taken: false, n: 0 };
  };
  const first = await marks();
  let started = performance.now();
  let { taken, n } = first;
  for (; n > 0; { taken, n } = await marks()) {
    if (!taken && n === first.n) started = performance.now();
    await rest(pollMs);
  }
  const took = performance.now() - started;
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from sleep_night, ${last} where night = l.day and hr_avg is not null`,
  );
  const written = rows[0]?.n ?? 0;
  const isWhole = written > 0 && written === first.n;
  return figure(`${written} nights computed and judged`, ms(took), `≤ ${ms(maxMs)}`, isWhole && took <= maxMs);
}
