import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Answer, Caller } from '../test/support/api.ts';
import { accounts, addReaders } from './readers.ts';
import { type Figure, figure, ms, percentile } from './support/figures.ts';
import type { Product } from './support/product.ts';

/** Number of sampled rows, and of calls per named search. */
export const sampleCount = 40;
/** Number of calls per other filter. */
const filterCount = 20;

/** Filters of one call of a list, about a sampled row. */
type FiltersFor<S, F> = (sample: S) => F;

/** A list and its queries, by name. */
export interface MeasuredList<S, F = object> {
  name: string;
  path: string;
  /** Named searches and the first page: measured in every scope. */
  searches: Record<string, FiltersFor<S, F>>;
  /** Other filters: measured with full scope and with one department. */
  filters: Record<string, FiltersFor<S, F>>;
  /** Returns the maximum time above that of a trivial call, ms. */
  maxExtraMs(query: { isSearch: boolean; isMore: boolean }): number;
}

/** Adds demo rows unless they exist; with the product running. */
export async function fill(dataDir: string, args: readonly string[]): Promise<void> {
  const script = join(import.meta.dirname, '../script/populate.mjs');
  const env = { ...process.env, DATA_DIR: dataDir, DEMO: 'off' };
  const child = spawn(process.execPath, [script, ...args], { stdio: 'inherit', env });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('the demo rows could not be filled in');
}

/**
 * Measures lists as users with four scopes.
 * @param ownRowsSql assigns some rows to `bench_self`
 */
export async function measureLists<S>(
  product: Product,
  lists: readonly MeasuredList<S>[],
  samples: readonly S[],
  ownRowsSql: string,
): Promise<Figure[]> {
  if (samples.length === 0) throw new Error('no rows were filled in');
  await addReaders(product.databaseUrl, ownRowsSql);
  const figures: Figure[] = [];
  for (const [who, account] of Object.entries(accounts)) {
    const caller = await product.logIn(account);
    const seesMany = account === 'admin' || account === 'bench_department';
    for (const list of lists) {
      for (const what of Object.keys(list.searches)) figures.push(await measure(caller, list, what, who, samples));
      if (!seesMany) continue;
      const some = samples.slice(0, filterCount);
      for (const what of Object.keys(list.filters)) figures.push(await measure(caller, list, what, who, some));
    }
  }
  return figures;
}

/** Measures each call after a trivial one: only its extra time counts. */
async function measure<S>(
  caller: Caller,
  { name, path, searches, filters, maxExtraMs }: MeasuredList<S>,
  what: string,
  who: string,
  samples: readonly S[],
): Promise<Figure> {
  const isSearch = what in searches;
  const filtersFor = searches[what] ?? filters[what];
  const extraMs: number[] = [];
  let isMore = false;
  for (const [index, sample] of samples.entries()) {
    const trivial = await timed(() => caller.call('login/validateToken'));
    const query = await timed(() => caller.call(path, { limit: 20, ...filtersFor?.(sample) }));
    isMore ||= !isSearch && query.count > 10_000;
    // The first two calls include loading at first use.
    if (index > 1) extraMs.push(query.took - trivial.took);
  }
  const [p50, p95] = [percentile(extraMs, 0.5), percentile(extraMs, 0.95)];
  const max = maxExtraMs({ isSearch, isMore });
  return figure(
    `${name}, ${what}${isMore ? ' (10,000+)' : ''}, ${who}: above a trivial call, p50 / p95`,
    `${ms(p50)} / ${ms(p95)}`,
    `p95 < ${max} ms`,
    p95 < max,
  );
}

async function timed(work: () => Promise<Answer<unknown>>): Promise<{ took: number; count: number }> {
  const started = performance.now();
  const { code, count = 0 } = await work();
  if (code !== 0) throw new Error(`a call was answered with ${code}`);
  return { took: performance.now() - started, count };
}
