import type { Caller } from '../test/support/api.ts';
import { type Asked, asked, type Sample } from './customerQueries.ts';
import { type Figure, ms, percentile } from './figures.ts';
import type { Product } from './product.ts';
import { fill, onDatabase, readers, timed } from './readers.ts';

const people = 200_000;
/** Calls of each kind: of named searches, and of other filters. */
const samples = { search: 40, filter: 20 };
/** Whose responsible is one reader. */
const own = `update customer set responsible_id = (select id from "user" where account = 'bench_self')
  where no between 'YS0000001' and 'YS0003000'`;

/** People all over the list; the end of the ID number is what the list shows of it. */
async function sampled(databaseUrl: string, caller: Caller): Promise<Sample[]> {
  return onDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<Omit<Sample, 'tail'> & { id: string }>(
      `select id::text, name, pinyin, initials, mobile from customer where mobile is not null and no = any($1)`,
      [Array.from({ length: samples.search * 2 }, (_, n) => `YS${String(1 + n * 1601).padStart(7, '0')}`)],
    );
    const chosen = rows.slice(0, samples.search);
    const { data } = await caller.call<{ id: string; idNo: string }[]>('customer/getCustomerList', {
      ids: chosen.map(({ id }) => id),
      limit: 100,
    });
    const tails = new Map(data.map(({ id, idNo }) => [id, idNo.slice(-4)]));
    return chosen.map(({ id, ...one }) => ({ ...one, tail: tails.get(id) ?? '' }));
  });
}

/** Each call follows upon a trivial one: what it takes more is its own. */
async function measure(
  caller: Caller,
  { what, maxExtraMs: most, named, filtersFor: about }: Asked,
  who: string,
  all: Sample[],
): Promise<Figure> {
  const more: number[] = [];
  for (const [place, person] of all.slice(0, named ? samples.search : samples.filter).entries()) {
    const trivial = await timed(() => caller.call('login/validateToken'));
    const whole = await timed(() => caller.call('customer/getCustomerList', { limit: 20, ...about(person) }));
    // The first two load what is loaded with its first use.
    if (place > 1) more.push(whole.took - trivial.took);
  }
  const [p50, p95] = [percentile(more, 0.5), percentile(more, 0.95)];
  return {
    what: `List of people, ${what}, ${who}: above a trivial call, p50 / p95`,
    aim: `p95 < ${most} ms`,
    value: `${ms(p50)} / ${ms(p95)}`,
    met: p95 < most,
  };
}

/** How long searches, filters and the first page of 200,000 people take, each with the count. */
export async function measurePeople(product: Product, dataDir: string): Promise<Figure[]> {
  await fill(dataDir, ['--people', String(people)]);
  const all = await readers(product.databaseUrl, own);
  const admin = await product.logIn();
  const persons = await sampled(product.databaseUrl, admin);
  if (persons.length === 0) throw new Error('nobody was filled in');
  const figures: Figure[] = [];
  for (const [who, account] of Object.entries(all)) {
    const caller = await product.logIn(account);
    for (const one of asked)
      if (one.named || account === 'admin' || account === 'bench_department')
        figures.push(await measure(caller, one, who, persons));
  }
  return figures;
}
