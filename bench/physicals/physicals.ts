import type { physicalApi } from '#features/physical/contract.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { fill, type MeasuredList, measureLists } from '../lists.ts';
import { accounts } from '../readers.ts';
import { measureCall } from '../support/calls.ts';
import { type Figure, figure } from '../support/figures.ts';
import type { Product } from '../support/product.ts';
import { buildPhysicals, type Examined } from './rows.ts';

const customerCount = Number(process.env.PEOPLE ?? 100_000);
const ownRowsSql = `update customer set responsible_id = (select id from "user" where account = 'bench_self')
  where no between 'YS0000001' and 'YS0003000'`;

type Filters = InputOf<typeof physicalApi.getPhysicalList>;
type Sort = NonNullable<Filters['sort']>[number]['field'];

const year = new Date().getFullYear();
const sorted = <F extends string = Sort>(field: F, order: 'asc' | 'desc' = 'asc') => ({ sort: [{ field, order }] });

const list: MeasuredList<Examined, Filters> = {
  name: 'List of examinations',
  path: 'physical/getPhysicalList',
  searches: {
    'the first page': () => ({}),
    'a person': ({ customerId }) => ({ customerId }),
  },
  filters: {
    'a whole name': ({ name }) => ({ keyword: name }),
    initials: ({ initials }) => ({ keyword: initials }),
    'an institution': () => ({ org: '第三' }),
    'a kind': () => ({ kind: ['special'] }),
    drafts: () => ({ status: ['draft'] }),
    void: () => ({ status: ['void'] }),
    'a year': () => ({ year: year - 2 }),
    'anything abnormal': () => ({ abnormal: true }),
    'nothing abnormal': () => ({ abnormal: false }),
    'an abnormal item': () => ({ abnormal: '14771-0' }),
    'a rare abnormal item': () => ({ abnormal: '718-7' }),
    'none this year': () => ({ missingYear: year }),
    'none three years ago': () => ({ missingYear: year - 3 }),
    'a county': () => ({ regionCode: '330822' }),
    'an abnormal item of a year and institution': () => ({ abnormal: '8480-6', year, org: '第三' }),
    'page 400': () => ({ page: 400 }),
    'sorted by date': () => sorted('date'),
    'sorted by name': () => sorted('name'),
    'sorted by age': () => sorted('age', 'desc'),
    'sorted by abnormal items': () => sorted('abnormal', 'desc'),
    'sorted by next date': () => sorted('nextDate'),
    'sorted by entry': () => sorted('createdAt', 'desc'),
  },
  maxExtraMs: ({ isSearch }) => (isSearch ? 50 : 150),
};

const dueList: MeasuredList<Examined, InputOf<typeof physicalApi.getPhysicalDueList>> = {
  name: 'List of those due',
  path: 'physical/getPhysicalDueList',
  searches: {
    'due this year': () => ({ year }),
  },
  filters: {
    'not done this year': () => ({ year, state: 'open' }),
    'done this year': () => ({ year, state: 'done' }),
    'not done three years ago': () => ({ year: year - 3, state: 'open' }),
    'not done, by last day': () => ({ year, state: 'open', ...sorted('lastDate') }),
    'not done, of a county': () => ({ year, state: 'open', regionCode: '330822' }),
  },
  maxExtraMs: ({ isSearch }) => (isSearch ? 50 : 150),
};

/** Measures the figures on top of the list. */
async function measureRate(product: Product): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [who, account] of Object.entries(accounts)) {
    const caller = await product.logIn(account);
    const call = { what: `Yearly rate by department, ${who}`, path: 'physical/getPhysicalRate', maxMs: 150 };
    figures.push(await measureCall(caller, { ...call, inputOf: () => ({ year }) }));
  }
  return figures;
}

/** Measures the list of 400,000 examinations of 60 items. */
export async function measurePhysicals(product: Product, dataDir: string): Promise<Figure[]> {
  await fill(dataDir, ['--people', String(customerCount)]);
  const { count, seconds, people } = await buildPhysicals(product.databaseUrl);
  return [
    figure('Examinations stored; seconds of building', `${count}; ${seconds}`),
    ...(await measureLists<Examined>(product, [list, dueList], people, ownRowsSql)),
    ...(await measureRate(product)),
  ];
}
