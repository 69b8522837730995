import type { Caller } from '../test/support/api.ts';
import { type ListQuery, listQueries, maxExtraMs, type Sample, trials } from './equipmentQueries.ts';
import { type Figure, ms, percentile } from './figures.ts';
import type { Product } from './product.ts';
import { fill, onDatabase, readers, timed } from './lists.ts';

/** Number of customers; a third of them have a device, the others are of many models: 100,000 together. */
const customerCount = 100_000;
const equipmentCount = 66_000;
/** Number of calls per kind: named searches, and other filters. */
const samples = { search: 40, filter: 20 };
/** Assigns some devices to one reader. */
const ownRowsSql = `update equipment set created_by = (select id from "user" where account = 'bench_self')
  where sn between 'YE0000001' and 'YE0003000'`;

/** Returns devices with a SIM, of customers spread over the list. */
async function sampleRows(databaseUrl: string): Promise<Sample[]> {
  const numbers = Array.from(
    { length: samples.search * 6 },
    (_, index) => `YE${String(1 + index * 271).padStart(7, '0')}`,
  );
  return onDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<Sample>(
      `select e.sn, e.imei, e.iccid, m.code as model, e.project_id::text as "projectId", e.department_id::text as "departmentId",
         c.id::text as "customerId", c.name as wearer, c.initials
       from equipment e join model m on m.id = e.model_id join customer c on c.id = e.customer_id
       where e.imei is not null and e.sn = any($1) order by e.sn limit $2`,
      [numbers, samples.search],
    );
    return rows;
  });
}

/** Lists by name, with their queries. */
const lists: Record<string, { path: string; queries: readonly ListQuery<object>[] }> = {
  'List of devices': { path: 'equipment/getEquipmentList', queries: listQueries },
  'List of devices to be pressed': { path: 'equipment/getTrialList', queries: trials },
};

/** Measures each call after a trivial one: only its extra time counts. */
async function measure(
  caller: Caller,
  { list, path, who }: { list: string; path: string; who: string },
  { what, named, filtersFor }: ListQuery<object>,
  all: Sample[],
): Promise<Figure> {
  const extraMs: number[] = [];
  let isMore = false;
  for (const [index, device] of all.slice(0, named ? samples.search : samples.filter).entries()) {
    const trivial = await timed(() => caller.call('login/validateToken'));
    const query = await timed(() => caller.call(path, { limit: 20, ...filtersFor(device) }));
    isMore ||= !named && query.count > 10_000;
    // The first two calls include loading at first use.
    if (index > 1) extraMs.push(query.took - trivial.took);
  }
  const [p50, p95] = [percentile(extraMs, 0.5), percentile(extraMs, 0.95)];
  const aim = isMore ? maxExtraMs.more : maxExtraMs.counted;
  return {
    what: `${list}, ${what}${isMore ? ' (10,000+)' : ''}, ${who}: above a trivial call, p50 / p95`,
    aim: `p95 < ${aim} ms`,
    value: `${ms(p50)} / ${ms(p95)}`,
    met: p95 < aim,
  };
}

/** Measures searches, filters and the first page of 100,000 devices, each with the count. */
export async function measureEquipment(product: Product, dataDir: string): Promise<Figure[]> {
  await fill(dataDir, ['--people', String(customerCount), '--equipment', String(equipmentCount)]);
  const all = await readers(product.databaseUrl, ownRowsSql);
  const devices = await sampleRows(product.databaseUrl);
  if (devices.length === 0) throw new Error('no devices were filled in');
  const figures: Figure[] = [];
  for (const [who, account] of Object.entries(all)) {
    const caller = await product.logIn(account);
    for (const [list, { path, queries }] of Object.entries(lists))
      for (const query of queries)
        if (query.named || account === 'admin' || account === 'bench_department')
          figures.push(await measure(caller, { list, path, who }, query, devices));
  }
  return figures;
}
