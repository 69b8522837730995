import { type RegisteredCustomer, registerCustomers } from '../../test/support/customers.ts';
import { onDatabase } from '../../test/support/database.ts';
import { high, signRows } from './signs.ts';

export const peopleCount = Number(process.env.PEOPLE ?? 5000);
/** Minutes of values that are there before. */
const minutes = 30;

/** All wear their devices, which may send as often as they like, and are found by their names. `index` counts the people from 0. */
const settings = `
  update model set profile = profile || '{"maxPerMinute": 60000}' where code in ('mqtt', 'watch');
  insert into equipment_binding (equipment_id, customer_id, bound_at)
    select id, customer_id, now() - interval '60 days' from equipment where customer_id is not null;
  create table bench_person as
    select e.id, e.customer_id, e.project_id, e.sn::bigint - 9100000001 as index from equipment e
    where e.sn::bigint <= 9100000000 + ${peopleCount} order by 1;
  update customer set grams = (
    select array_agg(distinct gram) from generate_series(1, length(name)) n, lateral (values (substr(name, n, 1)), (substr(name, n, 2))) v (gram));
  analyze customer, equipment, equipment_binding, equipment_identifier`;

/** Values each minute, the newest ones, and what follows from them. */
const values = `
  insert into reading (device_id, metric, at, value, project_id, customer_id)
    select p.id, s.metric, date_trunc('minute', now()) - n * interval '1 minute' + p.index % 60 * interval '1 second',
      case when s.metric = 'heart_rate' and p.index % ${high.every} = 1 then ${high.rate} else s.low + (p.index + n) % s.wide end, p.project_id, p.customer_id
    from bench_person p, (values ${signRows}) s (metric, low, wide, parity), generate_series(2, ${minutes + 1}) n
    where s.parity is null or s.parity = p.index % 2;
  insert into reading_latest (customer_id, metric, at, value, flags, source_id, level, since)
    select distinct on (r.device_id, r.metric) r.customer_id, r.metric, r.at, r.value, 0, r.device_id, case when r.value = ${high.rate} then 3 end, now() - interval '30 minutes'
    from reading r where r.customer_id is not null order by r.device_id, r.metric, r.at desc;
  insert into reading_person select customer_id, max(at) from reading_latest group by 1;
  analyze reading, reading_latest, reading_person`;

/** Registers people with half an hour of values on an MQTT device each, then `pressing` others; returns these others. */
export async function registerPeople(databaseUrl: string, pressing: number): Promise<RegisteredCustomer[]> {
  const customers = await registerCustomers(databaseUrl, peopleCount + pressing, peopleCount);
  await onDatabase(databaseUrl, async (client) => {
    await client.query(settings);
    await client.query(values);
  });
  return customers.slice(peopleCount);
}
