import type { assessmentApi } from '#features/assessment/contract.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { fill, type MeasuredList, measureLists } from '../lists.ts';
import { type Figure, figure } from '../support/figures.ts';
import type { Product } from '../support/product.ts';
import { type Assessed, buildAssessments } from './rows.ts';
import { measureSaves } from './saves.ts';

const customerCount = 100_000;
const ownRowsSql = `update customer set responsible_id = (select id from "user" where account = 'bench_self')
  where no between 'YS0000001' and 'YS0003000'`;

type Filters = InputOf<typeof assessmentApi.getAssessmentList>;
type Sort = NonNullable<Filters['sort']>[number]['field'];

const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
const sorted = (field: Sort, order: 'asc' | 'desc' = 'asc') => ({ sort: [{ field, order }] });

const list: MeasuredList<Assessed, Filters> = {
  name: 'List of assessments',
  path: 'assessment/getAssessmentList',
  searches: {
    'the first page': () => ({}),
    'a person': ({ customerId }) => ({ customerId }),
  },
  filters: {
    'a whole name': ({ name }) => ({ keyword: name }),
    initials: ({ initials }) => ({ keyword: initials }),
    'the end of a phone': ({ mobile }) => ({ keyword: mobile.slice(-4) }),
    'a scale': () => ({ scale: ['gbt42195'] }),
    'a rare scale': () => ({ scale: ['risk9'] }),
    'a grade': () => ({ grade: ['3'] }),
    'a scale and a grade': () => ({ scale: ['gbt42195'], grade: ['4'] }),
    drafts: () => ({ status: ['draft'] }),
    'in review': () => ({ status: ['review'] }),
    done: () => ({ status: ['done'] }),
    expired: () => ({ status: ['expired'] }),
    'an assessor': ({ assessorId }) => ({ assessorId }),
    'an assessor, in review': ({ assessorId }) => ({ assessorId, status: ['review'] }),
    'a month': () => ({ dateFrom: day(100), dateTo: day(70) }),
    'years ago': () => ({ dateFrom: day(1500), dateTo: day(1200) }),
    'due within 30 days': () => ({ dueDays: 30 }),
    'due within 30 days, of a scale and grade': () => ({ dueDays: 30, scale: ['gbt42195'], grade: ['3', '4'] }),
    'the latest of a scale and grade': () => ({ latest: true, status: ['done'], scale: ['gbt42195'], grade: ['2'] }),
    'a county': () => ({ regionCode: '330822' }),
    'a grade that is not there': () => ({ grade: ['nothing'] }),
    'page 400': () => ({ page: 400 }),
    'sorted by date': () => sorted('date'),
    'sorted by number': () => sorted('no', 'desc'),
    'sorted by name': () => sorted('name'),
    'sorted by total': () => sorted('total', 'desc'),
    'sorted by last day': () => sorted('validUntil'),
    'sorted by entry': () => sorted('createdAt', 'desc'),
  },
  maxExtraMs: ({ isSearch }) => (isSearch ? 50 : 150),
};

/** Measures the list of a million assessments, and assessors who save at once. */
export async function measureAssessments(product: Product, dataDir: string): Promise<Figure[]> {
  await fill(dataDir, ['--people', String(customerCount)]);
  const { count, seconds, people } = await buildAssessments(product.databaseUrl);
  return [
    figure('Assessments stored; seconds of building', `${count}; ${seconds}`),
    ...(await measureLists(product, [list], people, ownRowsSql)),
    ...(await measureSaves(product)),
  ];
}
