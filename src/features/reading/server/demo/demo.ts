import { sql } from 'kysely';
import { encrypt } from '#server/core/crypto.ts';
import type { Db } from '#server/db/db.ts';
import { float8s, instants, int4s, int8s, texts } from '#server/db/pgBinary.ts';
import { type Demo, demoOnce, inOneChange } from '#server/feature/seeds.ts';
import { mealBits, readingFlag, readingKinds } from '#shared/health/readingKinds.ts';
import { countHoursOf, rawSince } from '../hours.ts';
import { queueNewest } from '../queue.ts';
import { courseOf, type Entry, measured } from './courses.ts';

/** Adds what nurses have entered, as `addReading` does; returns the ids of the customers. */
async function addEntries(tx: Db, now: number): Promise<string[]> {
  const customers = await tx.rows(sql<{ id: string; name: string }>`
    select id::text, name from customer where demo and deleted_at is null and name = any(${Object.keys(measured)}::text[]) order by id`);
  const rows = customers.flatMap(({ id, name }, index) => {
    const person = measured[name];
    return person ? courseOf(person, index + 1, now).flatMap((entry) => valuesOf(id, entry)) : [];
  });
  const list = sql`
    unnest(${int8s(rows.map((row) => row.id))}::bigint[], ${texts(rows.map((row) => row.kind))}::text[], ${instants(rows.map((row) => row.at))}::timestamptz[],
      ${float8s(rows.map((row) => row.value))}::float8[], ${int4s(rows.map((row) => row.flags))}::int[],
      ${texts(rows.map((row) => row.unit))}::text[], ${texts(rows.map((row) => row.remark))}::text[]) as n (id, kind, at, value, flags, unit, remark)
    join customer c on c.id = n.id`;
  const start = (await rawSince()).toISOString();
  for (const [table, isRecent] of [
    ['reading', true],
    ['reading_kept', false],
  ] as const)
    await sql`
      insert into ${sql.table(table)} (device_id, metric, at, value, flags, project_id)
      select n.id, n.kind, n.at, n.value, n.flags, c.project_id from ${list} where (n.at >= ${start}::timestamptz) = ${isRecent}::boolean`.execute(
      tx,
    );
  await sql`
    insert into reading_note (source_id, metric, at, kind, value, unit, remark_cipher, created_at, created_by)
    select n.id, n.kind, n.at, 'entered', n.value, n.unit, n.remark, n.at + interval '1 minute', u.id from ${list}
    left join "user" u on u.demo and u.account = 'hejing'`.execute(tx);
  return customers.map(({ id }) => id);
}

function valuesOf(id: string, { at, values, meal, remark }: Entry) {
  return Object.entries(values).map(([name, value]) => {
    const kind = name as keyof typeof values;
    const flags = readingFlag.entered | (kind === 'glucose' ? mealBits(meal) : 0);
    return {
      id,
      kind,
      at,
      value,
      flags,
      unit: readingKinds[kind].unit,
      remark: remark === null ? null : encrypt(remark),
    };
  });
}

/**
 * Adds heart rates of the watches that were heard of, up to that instant: each ten minutes in the last three days, each
 * two hours before; none on some days and in some afternoons. Returns the ids of the watches.
 */
async function addWatchValues(tx: Db): Promise<string[]> {
  const rows = await tx.returning(sql<{ id: string }>`
    with watch as (
      select e.id, e.customer_id, e.project_id, s.last_seen_at as seen, greatest(e.installed_at, s.last_seen_at - interval '90 days', ${(await rawSince()).toISOString()}::timestamptz) as since
      from equipment e join model m on m.id = e.model_id and m.kind = 'watch' join device_state s on s.device_id = e.id
      where e.demo and e.deleted_at is null and e.customer_id is not null and s.last_seen_at is not null),
    moment as (
      select w.*, t.at, extract(hour from t.at at time zone 'Asia/Shanghai')::int as hour, extract(epoch from t.at)::bigint / 600 as turn
      from watch w cross join lateral (
        select generate_series(w.seen, w.seen - interval '3 days', interval '-10 minutes') as at
        union select generate_series(w.seen - interval '3 days', w.since, interval '-2 hours')) t
      where t.at > w.since and (extract(epoch from t.at)::bigint / 86400 + w.id) % 23 <> 0),
    worn as (select * from moment where not (hour between 13 and 14 and (turn / 144 + id) % 4 = 0)),
    added as (
      insert into reading (device_id, metric, at, value, flags, project_id, customer_id)
      select id, 'heart_rate', at, 60 + id % 9 + case when hour between 7 and 20 then 12 else 0 end + (turn * 7919 + id) % 11 + case when turn % 211 = 0 then 34 else 0 end,
        0, project_id, customer_id from worn
      on conflict do nothing returning device_id)
    select device_id::text as id from added group by device_id`);
  return rows.map(({ id }) => id);
}

async function addReadings(tx: Db): Promise<void> {
  const sources = [...(await addEntries(tx, Date.now())), ...(await addWatchValues(tx))];
  await countHoursOf(tx, sources);
  await queueNewest(tx, sources);
}

const demo: Demo = {
  order: 155,
  run: () =>
    demoOnce(
      'customer',
      ({ tx }) => addReadings(tx),
      sql`exists (select 1 from reading_note n where n.source_id = customer.id)`,
    ),
  remove: () =>
    inOneChange(async ({ tx }) => {
      const customers = sql`(select id from customer where demo)`;
      const sources = sql`(select id from customer where demo union all select id from equipment where demo)`;
      // The queue first: it waits for a settler, whose rows the following statements see.
      for (const table of ['reading_queue', 'reading_aside', 'reading', 'reading_kept', 'reading_hour'])
        await sql`delete from ${sql.table(table)} where device_id in ${sources}`.execute(tx);
      await sql`delete from reading_latest where customer_id in ${customers} or source_id in ${sources}`.execute(tx);
      await sql`delete from reading_person where customer_id in ${customers}`.execute(tx);
      await sql`delete from reading_note where source_id in ${sources}`.execute(tx);
      await sql`delete from reading_band where customer_id in ${customers}`.execute(tx);
      return [];
    }),
};
export default demo;
