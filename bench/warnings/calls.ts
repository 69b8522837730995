import type pg from 'pg';
import type { Caller } from '../../test/support/api.ts';
import { onDatabase } from '../../test/support/database.ts';
import { type MeasuredCall, measureCall } from '../support/calls.ts';
import type { Figure } from '../support/figures.ts';
import type { Product } from '../support/product.ts';
import { layWarnings, warningCount } from './warningRows.ts';

const aims = { board: 80, list: 150, trial: 1000 };
const beds = 200;
/** A value a minute for 30 days. */
const triedValues = 43_200;

/** Values of one person, with an hour above the band now and then. */
const course = `
  insert into reading (device_id, metric, at, value, project_id, customer_id)
    select p.id, 'heart_rate', now() - interval '40 minutes' - n * interval '1 minute', 66 + n % 9 + case when n % 2000 < 60 then 45 else 0 end, p.project_id, p.customer_id
    from bench_person p, generate_series(1, ${triedValues}) n where p.index = 0
  on conflict do nothing;
  analyze reading`;

/** A ward whose people lie on mats that have spoken each minute for 36 hours. */
const ward = `
  with place as (
    insert into department (id, parent_id, path, name, type)
    select n.id, p.id, p.path || n.id, '护理楼', 'org' from (select nextval('id_seq') as id) n, (select id, path from department where parent_id is null order by id limit 1) p
    returning id)
  insert into customer_bed (department_id, building, floor, room, bed, customer_id)
    select place.id, 'A', 1 + p.index / 80, 100 + p.index / 4, 1 + p.index / 2 % 2, p.customer_id
    from place, bench_person p where p.index % 2 = 0 and p.index < ${2 * beds};
  update device_state s set online = true from bench_person p where p.id = s.device_id;
  insert into reading (device_id, metric, at, value, project_id, customer_id)
    select p.id, 'in_bed', now() - interval '40 minutes' - n * interval '1 minute', case when (p.index + n) % 700 < 400 then 1 else 0 end, p.project_id, p.customer_id
    from bench_person p, generate_series(1, 2160) n where p.index % 2 = 0 and p.index < ${2 * beds}
  on conflict do nothing;
  update cache_version set version = version + 1 where name = 'permission';
  analyze customer_bed, reading`;

const tried = [
  { what: 'the band', kind: 'band', definition: { minutes: 3, clearMinutes: 5 } },
  { what: 'a rise', kind: 'step', definition: { of: 5, by: 30 }, level: 3 },
];

/** Filters of the list, and the name of somebody. */
const filters = (name: string): Record<string, object> => ({
  'the first page': {},
  'of today': { today: true },
  'the open ones': { state: ['pending', 'handling'] },
  'late ones of today': { today: true, state: ['overdue'] },
  'those of level 2': { level: [2] },
  'ignored rises of the heart rate, which are none': { state: ['ignored'], metric: ['heart_rate'] },
  'ignored rises of the temperature': { state: ['ignored'], metric: ['temperature'] },
  'a whole name': { keyword: name },
  'the hundredth page': { page: 100 },
});

/** Measures the calls of the screens. */
export async function measureCalls(product: Product): Promise<Figure[]> {
  const caller = await product.logIn();
  return onDatabase(product.databaseUrl, async (client) => [
    ...(await measureTrials(client, caller)),
    ...(await measureList(client, caller)),
    ...(await measureBoard(client, caller)),
  ]);
}

async function measureBoard(client: pg.Client, caller: Caller): Promise<Figure[]> {
  await client.query(ward);
  const { rows } = await client.query<{ id: string }>('select distinct department_id::text as id from customer_bed');
  const measured = { path: 'sleep/getBedBoard', maxMs: aims.board };
  const input = { departmentId: rows[0]?.id };
  return measureAll(caller, [
    { what: `Board of ${beds} beds`, ...measured, inputOf: () => input },
    { what: `Board of ${beds} beds, times in bed too`, ...measured, inputOf: () => ({ ...input, strip: true }) },
  ]);
}

async function measureList(client: pg.Client, caller: Caller): Promise<Figure[]> {
  await layWarnings(client);
  const { rows } = await client.query<{ name: string }>(
    'select c.name from bench_person p join customer c on c.id = p.customer_id where p.index = 7',
  );
  return measureAll(
    caller,
    Object.entries(filters(rows[0]?.name ?? '')).map(([what, input]) => ({
      what: `List of ${warningCount} warnings, ${what}`,
      ...{ path: 'earlyWarning/getEarlyWarningList', maxMs: aims.list },
      inputOf: () => ({ limit: 20, ...input }),
    })),
  );
}

async function measureTrials(client: pg.Client, caller: Caller): Promise<Figure[]> {
  await client.query(course);
  const { rows } = await client.query<{ id: string }>(
    'select customer_id::text as id from bench_person where index = 0',
  );
  const common = { metric: 'heart_rate', scope: { all: true }, days: 30, customerId: rows[0]?.id };
  return measureAll(
    caller,
    tried.map(({ what, ...rule }) => ({
      what: `Try-out of ${what} on ${triedValues} values of one person`,
      ...{ path: 'earlyWarning/tryRule', maxMs: aims.trial },
      inputOf: () => ({ ...common, ...rule }),
    })),
  );
}

async function measureAll(caller: Caller, measured: readonly MeasuredCall[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const one of measured) figures.push(await measureCall(caller, one));
  return figures;
}
