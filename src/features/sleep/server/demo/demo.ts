import { sql } from 'kysely';
import { countHoursOf, queueSeries, rawSince } from '#features/reading/server/service.ts';
import type { Db } from '#server/db/db.ts';
import { float8s, instants, int8s, texts } from '#server/db/pgBinary.ts';
import { type Demo, demoOnce, inOneChange } from '#server/feature/seeds.ts';
import { dayBefore, lastNight, nightDay } from '#shared/health/night/day.ts';
import { computeAndWrite } from '../night/run.ts';
import type { Target } from '../night/target.ts';
import { type MatValue, matNap, matNight } from './course.ts';

const zone = 'Asia/Shanghai';
/** Nights of each mat, and the one among them of which nothing came. */
const nights = 18;
const missing = 5;

interface Mat {
  id: string;
  customerId: string;
  boundAt: string;
}

/** Returns some demo mats that people have. */
const matsOf = (tx: Db) =>
  tx.rows(sql<Mat>`
    select e.id::text, e.customer_id::text as "customerId", b.bound_at as "boundAt"
    from equipment e join model m on m.id = e.model_id and m.capabilities @> array['in_bed']
    join equipment_binding b on b.equipment_id = e.id and b.unbound_at is null
    where e.demo and e.deleted_at is null and e.customer_id is not null order by e.id limit 8`);

/** Returns the days of waking of the last nights, newest first. */
function daysOf(now: number): string[] {
  const days = [lastNight(now, zone)];
  while (days.length < nights) days.push(dayBefore(days.at(-1) ?? ''));
  return days;
}

/** Returns what a mat sent in these nights, up to `now`, ms. */
function valuesOf(index: number, days: readonly string[], now: number): MatValue[] {
  const pace = { heart: 58 + ((index * 3) % 11), breath: 14 + (index % 4) };
  return days
    .flatMap((day, back) => {
      if (back === missing) return [];
      const eve = nightDay(day, zone).whole.from;
      const seed = index * 100 + back;
      const nap = back % 3 === 0 ? matNap(eve, seed, pace) : [];
      return [...nap, ...matNight(eve, seed, pace, back === 0 ? 20 : 0)];
    })
    .filter(({ at }) => at <= now);
}

/** Adds what the demo mats sent; returns their nights. */
async function addValues(tx: Db, now: number): Promise<Target[]> {
  const days = daysOf(now);
  const mats = await matsOf(tx);
  const start = (await rawSince(now)).getTime();
  for (const [index, { id, boundAt }] of mats.entries()) {
    const since = Math.max(start, Date.parse(boundAt));
    const values = valuesOf(index + 1, days, now).filter(({ at }) => at >= since);
    await sql`
      insert into reading (device_id, metric, at, value, project_id, customer_id)
      select n.id, n.metric, n.at, n.value, e.project_id, e.customer_id
      from unnest(${int8s(values.map(() => id))}::bigint[], ${texts(values.map(({ metric }) => metric))}::text[], ${instants(values.map(({ at }) => at))}::timestamptz[],
        ${float8s(values.map(({ value }) => value))}::float8[]) as n (id, metric, at, value) join equipment e on e.id = n.id
      on conflict do nothing`.execute(tx);
    const oldest = Math.min(...values.map(({ at }) => at));
    const metrics = [...new Set(values.map(({ metric }) => metric))];
    await queueSeries(
      tx,
      metrics.map((metric) => ({ sourceId: id, metric, oldest, arrivals: [] })),
    );
  }
  await countHoursOf(
    tx,
    mats.map(({ id }) => id),
  );
  return mats.flatMap(({ id: deviceId }) => days.map((night) => ({ deviceId, night })));
}

const demo: Demo = {
  order: 156,
  async run() {
    let targets: Target[] = [];
    await demoOnce(
      'equipment',
      async ({ tx }) => {
        targets = await addValues(tx, Date.now());
      },
      sql`exists (select 1 from reading r where r.device_id = equipment.id and r.metric = 'in_bed')`,
    );
    if (targets.length > 0) await computeAndWrite(targets);
  },
  remove: () =>
    inOneChange(async ({ tx }) => {
      const devices = sql`(select id from equipment where demo)`;
      await sql`delete from sleep_night where device_id in ${devices} or customer_id in (select id from customer where demo)`.execute(
        tx,
      );
      await sql`delete from sleep_stale where device_id in ${devices}`.execute(tx);
      await sql`delete from sleep_maker_night where device_id in ${devices}`.execute(tx);
      return [];
    }),
};
export default demo;
