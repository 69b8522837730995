import { type RegisteredCustomer, registerCustomers } from '../../test/support/customers.ts';
import { onDatabase } from '../../test/support/database.ts';

export const peopleCount = 20_000;
export const fencesEach = 5;
/** People of those connected who do not report by turns, but go out at the end. */
export const leavers = 200;
const firstNumber = 9_100_000_001;

/** Degrees of latitude, and of longitude near Quzhou, of a metre. */
export const metre = { lat: 1 / 111_195, lng: 1 / 97_300 };

/** Homes stand in a square of 141 × 141, about 150 m apart. */
export function homeOf(index: number): { lat: number; lng: number } {
  return { lat: 28.9 + Math.floor(index / 141) * 0.00135, lng: 118.8 + (index % 141) * 0.00155 };
}

export const numberOf = (index: number) => String(firstNumber + index);

/** Registers 20,000 people who wear a watch and agree to be located, then `pressing` others; returns these others. */
export async function registerPeople(databaseUrl: string, pressing: number): Promise<RegisteredCustomer[]> {
  const customers = await registerCustomers(databaseUrl, peopleCount + pressing);
  await onDatabase(databaseUrl, async (client) => {
    await client.query(settings);
    await client.query(`create table bench_person as select c.id, n - 1 as index from customer c
      join generate_series(1, ${peopleCount}) n on c.no = 'YC' || n`);
  });
  return customers.slice(peopleCount);
}

/** All wear their watches and have agreed; watches may send as often as they like. */
const settings = `
  update model set profile = profile || '{"maxPerMinute": 60000}' where code = 'watch';
  insert into equipment_binding (equipment_id, customer_id, bound_at)
    select id, customer_id, now() - interval '30 days' from equipment where sn like '91%' and customer_id is not null;
  insert into consent (customer_id, purpose, signed_by, relation, signed_at)
    select id, 'location', '本人', 'self', '2020-01-01' from customer where no like 'YC%';
  analyze customer, equipment, equipment_binding, equipment_identifier, consent`;

/** Lays five fences of each person's own, all in force, with where everybody stands: at home, as they are all day. */
export async function layFences(databaseUrl: string): Promise<void> {
  await onDatabase(databaseUrl, async (client) => {
    await client.query('begin; alter table fence disable trigger user');
    await client.query(fences);
    await client.query('alter table fence enable trigger user; commit');
    await client.query(
      'insert into fence_watch (fence_id, on_since, seed, next_at) select id, now(), false, null from fence',
    );
    await client.query(
      `insert into fence_state (customer_id, fence_id, side, since)
       select customer_ids[1], id, case when kind in ('home', 'safe') then 'inside' else 'outside' end, now() - interval '1 hour' from fence`,
    );
    await client.query('analyze fence, fence_watch, fence_state');
  });
}

/** A home of 300 m; a safe polygon of 24 corners at 600 m and a corridor; a forbidden circle and one to stay, both away. */
const fences = `
  insert into fence (name, kind, shape, minutes, customer_ids, department_id, project_id)
  select f.name, f.kind, f.shape, f.minutes, array[c.id], c.department_id, c.project_id
  from (select c.id, c.department_id, c.project_id, 28.9 + p.index / 141 * 0.00135 as lat, 118.8 + p.index % 141 * 0.00155 as lng from customer c join bench_person p using (id)) c
  cross join lateral (values
    ('家', 'home', null::int, jsonb_build_object('circle', jsonb_build_object('centre', jsonb_build_object('lat', c.lat, 'lng', c.lng), 'radius', 300))),
    ('小区', 'safe', null, jsonb_build_object('polygon', (
      select jsonb_agg(jsonb_build_object('lat', c.lat + 600 * ${metre.lat} * sin(a * pi() / 12), 'lng', c.lng + 600 * ${metre.lng} * cos(a * pi() / 12)) order by a)
      from generate_series(0, 23) a))),
    ('散步路', 'safe', null, jsonb_build_object('corridor', jsonb_build_object('width', 400, 'points', (
      select jsonb_agg(jsonb_build_object('lat', c.lat + k % 2 * 0.0003, 'lng', c.lng + k * 0.003) order by k) from generate_series(-3, 3) k)))),
    ('水库', 'forbidden', null, jsonb_build_object('circle', jsonb_build_object('centre', jsonb_build_object('lat', c.lat + 0.03, 'lng', c.lng), 'radius', 400))),
    ('车站', 'stay', 30, jsonb_build_object('circle', jsonb_build_object('centre', jsonb_build_object('lat', c.lat, 'lng', c.lng + 0.04), 'radius', 200)))
  ) f (name, kind, minutes, shape)`;

/** Stops the judge as if there were no fences, by holding its leases, or lets it go on from now. */
export async function setJudging(databaseUrl: string, judging: boolean): Promise<void> {
  await onDatabase(databaseUrl, async (client) => {
    if (judging) {
      await client.query(`update fence_judge set judged_at = now()`);
      await client.query(`delete from lease where holder = 'bench'`);
    } else
      await client.query(
        `insert into lease (name, holder, until) select name, 'bench', now() + interval '1 hour' from unnest(array['fence.judge', 'fence.stay']) name
         on conflict (name) do update set holder = excluded.holder, until = excluded.until`,
      );
  });
}
