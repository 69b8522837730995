import type { Caller } from '../test/support/api.ts';
import { type ListQuery, listQueries, type Sample } from './customerQueries.ts';
import { type Figure, ms, percentile } from './figures.ts';
import type { Product } from './product.ts';
import { fill, onDatabase, readers, timed } from './lists.ts';

const customerCount = 200_000;
/** Number of calls per kind: named searches, and other filters. */
const samples = { search: 40, filter: 20 };
/** Makes one reader responsible for some customers. */
const ownRowsSql = `update customer set responsible_id = (select id from "user" where account = 'bench_self')
  where no between 'YS0000001' and 'YS0003000'`;

/** Returns customers spread over the list; the list shows only the end of the ID number. */
async function sampleRows(databaseUrl: string, caller: Caller): Promise<Sample[]> {
  return onDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<Omit<Sample, 'tail'> & { id: string }>(
      `select id::text, name, pinyin, initials, mobile from customer where mobile is not null and no = any($1)`,
      [Array.from({ length: samples.search * 2 }, (_, index) => `YS${String(1 + index * 1601).padStart(7, '0')}`)],
    );
    const selected = rows.slice(0, samples.search);
    const { data } = await caller.call<{ id: string; idNo: string }[]>('customer/getCustomerList', {
      ids: selected.map(({ id }) => id),
      limit: 100,
    });
    const tails = new Map(data.map(({ id, idNo }) => [id, idNo.slice(-4)]));
    return selected.map(({ id, ...customer }) => ({ ...customer, tail: tails.get(id) ?? '' }));
  });
}

/** Measures each call after a trivial one: only its extra time counts. */
async function measure(
  caller: Caller,
  { what, maxExtraMs, named, filtersFor }: ListQuery,
  who: string,
  all: Sample[],
): Promise<Figure> {
  const extraMs: number[] = [];
  for (const [index, customer] of all.slice(0, named ? samples.search : samples.filter).entries()) {
    const trivial = await timed(() => caller.call('login/validateToken'));
    const query = await timed(() => caller.call('customer/getCustomerList', { limit: 20, ...filtersFor(customer) }));
    // The first two calls include loading at first use.
    if (index > 1) extraMs.push(query.took - trivial.took);
  }
  const [p50, p95] = [percentile(extraMs, 0.5), percentile(extraMs, 0.95)];
  return {
    what: `List of people, ${what}, ${who}: above a trivial call, p50 / p95`,
    aim: `p95 < ${maxExtraMs} ms`,
    value: `${ms(p50)} / ${ms(p95)}`,
    met: p95 < maxExtraMs,
  };
}

/** Measures searches, filters and the first page of 200,000 customers, each with the count. */
export async function measureCustomers(product: Product, dataDir: string): Promise<Figure[]> {
  await fill(dataDir, ['--people', String(customerCount)]);
  const all = await readers(product.databaseUrl, ownRowsSql);
  const admin = await product.logIn();
  const customers = await sampleRows(product.databaseUrl, admin);
  if (customers.length === 0) throw new Error('nobody was filled in');
  const figures: Figure[] = [];
  for (const [who, account] of Object.entries(all)) {
    const caller = await product.logIn(account);
    for (const query of listQueries)
      if (query.named || account === 'admin' || account === 'bench_department')
        figures.push(await measure(caller, query, who, customers));
  }
  return figures;
}
